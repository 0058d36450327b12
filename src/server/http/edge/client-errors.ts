import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../../lib/errors.ts'
import type { Connections } from './connections.ts'
import { hasLongBody } from '../../../lib/http/long-body.ts'
import { answerRaw } from '../../../lib/http/raw-answer.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'

/** Responds to invalid or late requests with an error body of the contract, if no response has been sent. */
export function answerClientErrors(server: Server, connections: Connections, secure: HeaderList): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLongBody(socket)) return
    const { requests = 0, response = null, reading = false } = connections.of(socket) ?? {}
    const mayAnswer = requests === 0 ? !reading : requests === 1 && response?.headersSent === false
    if (!socket.writable || error.code === 'ECONNRESET' || !mayAnswer) return void socket.destroy()
    answerRaw(socket, clientError(error), secure)
  })
}

function clientError({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('HEADERS_TOO_LARGE', 'The headers are larger than 16 kB')
  return new AppError('INVALID_FORMAT', 'This is not a valid HTTP request')
}
