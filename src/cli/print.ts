import type { Command } from 'commander'

/** Prints the result of a command: one JSON object with `--json`, otherwise one line per value. */
export function print(command: Command, result: object): void {
  process.stdout.write(wantsJson(command) ? `${JSON.stringify(result)}\n` : `${readable(result, '')}\n`)
}

/** Returns whether `--json` was given, before or after the command name. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true
}

function readable(value: object, indent: string): string {
  return Object.entries(value)
    .map(([key, item]: [string, unknown]) =>
      Array.isArray(item)
        ? `${indent}${key}:\n${item.map((entry) => `${indent}  - ${JSON.stringify(entry)}`).join('\n')}`
        : typeof item === 'object' && item !== null
          ? `${indent}${key}:\n${readable(item, `${indent}  `)}`
          : `${indent}${key}: ${String(item)}`,
    )
    .join('\n')
}
