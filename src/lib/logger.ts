import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { redact } from './redact.ts'

export type { Logger } from 'pino'

export interface LoggerOptions {
  /** Where lines go; standard output unless given. */
  destination?: { write(line: string): unknown }
  /** One readable line for a person instead of JSON; by default when standard output is a terminal. */
  human?: boolean
  /** Members of every line. */
  base?: Record<string, unknown>
}

/** A logger from `level` upwards: a line of JSON an entry (for a person in a terminal: a line of text), without secrets anywhere. */
export function createLogger(level: string, options: LoggerOptions = {}): Logger {
  const {
    destination = process.stdout,
    human = process.stdout.isTTY === true && !options.destination,
    base = {},
  } = options
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
      base,
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

/** Without control characters: a logged value must not move a terminal's cursor or pass for another line. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
