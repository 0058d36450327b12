import { median, spread, table } from './report.ts'
import type { Measurement } from './rounds.ts'
import type { Target } from './targets.ts'

/** A table of targets, each beside its limit in the same round. */
export function ratioTable(title: string, about: string, measured: Map<Target, Measurement[]>): string {
  const [first = []] = measured.values()
  const limitOf = ({ limit }: Target) => (limit && measured.get(limit)) ?? first
  return table(
    title,
    about,
    [
      '',
      'bar',
      'throughput ratio',
      'CPU ratio',
      'requests/s',
      'CPU ms per request',
      'PostgreSQL’s',
      'and to ask',
      'p50 ms',
      'p99 ms',
    ],
    [...measured].map(([target, measurements]) => [
      target.name,
      target.bar,
      ...cells(measurements, limitOf(target)),
    ]),
  )
}

function cells(measurements: Measurement[], limits: Measurement[]): string[] {
  const share = measurements.map(({ throughput }, round) => throughput / (limits[round]?.throughput ?? NaN))
  const cpuShare = measurements.map(({ cpu }, round) => (limits[round]?.cpu ?? NaN) / cpu)
  const of = (part: keyof Measurement) => median(measurements.map((measurement) => measurement[part]))
  return [
    spread(share, 2),
    spread(cpuShare, 2),
    of('throughput').toFixed(0),
    of('cpu').toFixed(2),
    of('postgres').toFixed(2),
    of('load').toFixed(2),
    of('p50').toFixed(0),
    of('p99').toFixed(0),
  ]
}
