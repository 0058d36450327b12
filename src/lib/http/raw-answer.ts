import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { toErrorResponse } from './error-body.ts'
import type { AppError } from '../errors.ts'
import type { HeaderList } from './header-list.ts'
import { STATUS_CODES } from './node-http.ts'

/**
 * Writes an error response with the contract's body on a connection without a response object, and closes the
 * connection. A client that keeps its side open cannot prevent this.
 */
export function answerRaw(
  stream: Duplex,
  error: AppError,
  secure: HeaderList,
  requestId: string = randomUUID(),
): void {
  const { status, headers, body } = toErrorResponse(error)
  const text = JSON.stringify(body)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...secure.map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  stream.on('error', () => {})
  stream.once('finish', () => stream.destroy())
  stream.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
}
