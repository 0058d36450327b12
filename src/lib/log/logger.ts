import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { redact } from './redact.ts'

export type { Logger } from 'pino'

interface LoggerOptions {
  /** Destination of the lines. Default standard output. */
  destination?: { write(line: string): unknown }
  /** Whether to write readable lines instead of JSON. By default if standard output is a terminal. */
  human?: boolean
}

/**
 * Creates a logger for entries from `level` upwards. Each entry is a line of JSON, or of text on a terminal,
 * with secrets redacted.
 */
export function createLogger(level: string, options: LoggerOptions = {}): Logger {
  const { destination = process.stdout, human = process.stdout.isTTY === true && !options.destination } =
    options
  const stream: DestinationStream = {
    write(line) {
      try {
        destination.write(human ? forPerson(line) : line)
      } catch {
        // A write to a full disk fails at once. The line is lost and the caller continues.
      }
    },
  }
  return pino(
    {
      level,
      // By default pino adds the process id and the host name to every line.
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redact },
    },
    stream,
  )
}

function forPerson(line: string): string {
  const { time, level, msg = '', err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const details = Object.entries(rest).map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? plain(value) : JSON.stringify(value)}`,
  )
  const stack = (err as { stack?: unknown } | undefined)?.stack
  const trace = typeof stack === 'string' ? `\n${stack.split('\n').map(plain).join('\n')}` : ''
  return `${String(time).slice(11, 19)} ${String(level).toUpperCase().padEnd(5)} ${plain(String(msg))}${details.join('')}${trace}\n`
}

/**
 * Replaces control characters, so that a logged value can neither move a terminal's cursor nor imitate
 * another line.
 */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
