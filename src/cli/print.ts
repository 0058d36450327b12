import type { Command } from 'commander'

/** Prints the result of a command: one JSON object with `--json`, otherwise text for people. */
export function print(command: Command, result: object): void {
  process.stdout.write(wantsJson(command) ? `${JSON.stringify(result)}\n` : `${readable(result, '')}\n`)
}

/** Prints an error as one JSON object on standard output with `--json`, otherwise as text. */
export function printError(message: string): void {
  // The options may be the error, so they are not parsed.
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`)
  else process.stderr.write(`${message}\n`)
}

/** Returns whether `--json` was given, before or after the command name. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true
}

/** Formats an object as one line per value, with the values in a column and each list as a table. */
function readable(value: object, indent: string): string {
  const entries = Object.entries(value) as [string, unknown][]
  const width = Math.max(...entries.filter(([, item]) => !isNested(item)).map(([key]) => key.length), 0)
  return entries
    .map(([key, item]) => {
      if (!isNested(item)) return `${indent}${`${key}:`.padEnd(width + 1)} ${text(item)}`
      const lines = Array.isArray(item) ? table(item, `${indent}  `) : readable(item, `${indent}  `)
      return lines === '' ? `${indent}${key}: none` : `${indent}${key}:\n${lines}`
    })
    .join('\n')
}

/** Marks of a result: right, wrong, and a warning. */
const MARKS: ReadonlyMap<unknown, string> = new Map([
  [true, '✓'],
  [false, '✗'],
  [null, '!'],
])

/** Formats objects as aligned columns below their names. A member `ok` is a mark, and such columns have no names. */
export function table(rows: unknown[], indent: string): string {
  const [first] = rows
  const names = isNested(first) && !('ok' in first) ? [Object.keys(first)] : []
  const values = rows.map((row) =>
    isNested(row)
      ? Object.entries(row)
          .sort(([a], [b]) => Number(b === 'ok') - Number(a === 'ok'))
          .map(([key, item]) => (key === 'ok' ? (MARKS.get(item) ?? '') : text(item)))
      : [text(row)],
  )
  const cells = [...names, ...values]
  const widthOf = (column: number) => Math.max(...cells.map((row) => row[column]?.length ?? 0))
  return cells
    .map((row) => indent + row.map((cell, column) => cell.padEnd(widthOf(column))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

const isNested = (item: unknown): item is object =>
  typeof item === 'object' && item !== null && !(item instanceof Date)

/** Returns a value as text on one line without control characters. */
export function text(item: unknown): string {
  if (isNested(item)) return JSON.stringify(item)
  if (item instanceof Date) return item.toISOString()
  const scalar = item as string | number | boolean | null | undefined
  // A control character could move the cursor of a terminal.
  return scalar === null ? '-' : String(scalar).replace(/\p{Cc}/gu, ' ')
}
