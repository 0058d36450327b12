import type pg from 'pg'

/** The part of a pg connection for the copy subprotocol (PostgreSQL protocol 3, "COPY Operations"). */
type CopyConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

type Value = string | number | boolean | Date | null

const CHUNK = 1 << 18

/**
 * Returns a row in COPY's text format, including the line end. Pass lists and objects in PostgreSQL's own
 * notation.
 */
export function copyLine(values: Value[]): string {
  let line = ''
  for (const value of values) line += (line === '' ? '' : '\t') + field(value)
  return `${line}\n`
}

/**
 * Stores rows written by `copyLine` with COPY FROM STDIN, all of them or none.
 * @throws the error of PostgreSQL, after which the connection remains usable
 */
export function copyRows(client: pg.PoolClient, target: string, lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let done = false
    const copy = {
      submit: (connection: unknown) =>
        (connection as CopyConnection).query(`copy ${target} from stdin with (format text, encoding 'UTF8')`),
      handleCopyInResponse(connection: CopyConnection) {
        const bytes = Buffer.from(lines)
        for (let at = 0; at < bytes.length; at += CHUNK)
          connection.sendCopyFromChunk(bytes.subarray(at, at + CHUNK))
        connection.endCopyFrom()
      },
      handleCommandComplete: () => (done = true),
      handleReadyForQuery: () =>
        done ? resolve() : reject(new Error(`COPY to ${target} ended without a result`)),
      handleError: (error: Error) => reject(error),
    }
    client.query(copy)
  })
}

function field(value: Value): string {
  if (typeof value === 'string')
    return SPECIAL.test(value) ? value.replace(SPECIAL_ALL, (char) => ESCAPES[char] ?? char) : value
  if (typeof value === 'number') return String(value)
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return value.toISOString()
}

const SPECIAL = /[\\\t\n\r]/
const SPECIAL_ALL = /[\\\t\n\r]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
