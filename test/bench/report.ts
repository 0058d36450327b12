import { cpus, totalmem } from 'node:os'

/** The machine and the time of a report, as Markdown. */
export function heading(postgres: string, quick: boolean): string {
  const [cpu] = cpus()
  return [
    `# Measured ${new Date().toISOString().slice(0, 16)}Z${quick ? ' with --quick: short rounds, small databases' : ''}`,
    '',
    `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores shared by load, servers and PostgreSQL, ${(totalmem() / 2 ** 30).toFixed(0)} GB; Node ${process.versions.node}, PostgreSQL ${postgres}. Medians over interleaved rounds, with the interquartile range in brackets. Other loads on the machine do not affect CPU time.`,
    '',
  ].join('\n')
}

/** A Markdown table below a title and an explanation. */
export function table(title: string, about: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    '',
    `## ${title}`,
    '',
    about,
    '',
    line(head),
    `|${'---|'.repeat(head.length)}`,
    ...rows.map(line),
    '',
  ].join('\n')
}

/** The median of the values. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The quantile of the values, for a share from 0 to 1. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN]
  return below + (above - below) * (at - Math.floor(at))
}

/** The median and, in brackets, the interquartile range of the values. */
export function spread(values: number[], digits = 0): string {
  const show = (share: number) => quantile(values, share).toFixed(digits)
  return `${show(0.5)} (${show(0.25)}–${show(0.75)})`
}
