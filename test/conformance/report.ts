import { isConformant, type Report, type Result } from './run.ts'

/** The report as a table by chapter, with the differences, the skipped checks and the leftovers below. */
export function tableOf(report: Report): string {
  const { chapters, leftovers, requests, complete } = report
  const rows = chapters.map(({ name, section, results }) => [
    name,
    section,
    ...[passed, different, skipped].map((kind) => String(results.filter(kind).length)),
  ])
  const all = chapters.flatMap(({ name, results }) => results.map((result) => ({ name, result })))
  const differences = all
    .filter(({ result }) => different(result))
    .map(({ name, result }) => `${name}: ${result.check}\n${indented(result.differences)}`)
  const bySkip = Map.groupBy(
    all.filter(({ result }) => skipped(result)),
    ({ result }) => result.skipped ?? '',
  )
  const skips = [...bySkip].map(
    ([reason, entries]) =>
      `${reason}\n${indented(entries.map(({ name, result }) => `${name}: ${result.check}`))}`,
  )
  return [
    aligned([['chapter', 'contract', 'same', 'different', 'skipped'], ...rows]),
    ...section('Differences', differences),
    ...section('Skipped', skips),
    ...section('Left on the server', leftovers),
    ...(complete ? [] : ['\nThe run is not finished.']),
    `\n${requests} requests. ${isConformant(report) ? 'No difference.' : 'The server differs, or the run failed.'}\n`,
  ].join('\n')
}

const different = ({ differences }: Result) => differences.length > 0
const skipped = (result: Result) => result.skipped !== null
const passed = (result: Result) => !different(result) && !skipped(result)

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`\n${title}`, ...lines]

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n')

function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
