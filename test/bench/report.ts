import { cpus, totalmem } from 'node:os'
import type { BenchOptions } from './options.ts'
import type { Measurement } from './rounds.ts'
import type { Target } from './targets.ts'

/** The table of ratios as Markdown: medians over the rounds, each divided by the limit of its own round. */
export function reportOf(
  measured: Map<Target, Measurement[]>,
  postgres: string,
  { posts, rounds, seconds, connections }: BenchOptions,
): string {
  const [limits = []] = [...measured.values()]
  const rows = [...measured].map(([{ name, bar }, measurements]) => {
    const share = measurements.map(({ throughput }, round) => throughput / (limits[round]?.throughput ?? NaN))
    const cpuShare = measurements.map(({ cpu }, round) => (limits[round]?.cpu ?? NaN) / cpu)
    const of = (part: keyof Measurement) => median(measurements.map((measurement) => measurement[part]))
    const cells = [
      name,
      bar,
      `${median(share).toFixed(2)} (${spread(share)})`,
      `${median(cpuShare).toFixed(2)} (${spread(cpuShare)})`,
      of('throughput').toFixed(0),
      of('cpu').toFixed(2),
      of('p50').toFixed(0),
      of('p99').toFixed(0),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const [cpu] = cpus()
  return [
    `${posts.toLocaleString('en')} posts; ${rounds} rounds of ${seconds} s, ${connections} connections; medians, in brackets the middle half of the rounds.`,
    `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores shared by load, server and PostgreSQL, ${(totalmem() / 2 ** 30).toFixed(0)} GB; Node ${process.versions.node}, PostgreSQL ${postgres}; ${new Date().toISOString().slice(0, 16)}Z.`,
    '',
    '| | bar | throughput ratio | CPU ratio | requests/s | CPU ms per request | p50 ms | p99 ms |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** The middle of the values, or of the two around it. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

const spread = (values: number[]) =>
  `${quantile(values, 0.25).toFixed(2)}–${quantile(values, 0.75).toFixed(2)}`

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN]
  return below + (above - below) * (at - Math.floor(at))
}
