import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, unavailable } from '../../../lib/errors.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { countRefusedConnection } from '../../metrics/metrics.ts'
import { createTally } from '../../../lib/tally.ts'
import type { Forwarding } from './forwarding.ts'
import type { Limits } from './limits.ts'
import { hasBody } from './has-body.ts'
import { answerRaw } from './raw-answer.ts'
import type { HeaderList } from './security-headers.ts'
import { watchWrites } from './watch-writes.ts'

/** What is known of an open connection. */
export type Connection = {
  /** Requests that are not answered yet. */
  requests: number
  /** The response to the latest of them. */
  response: ServerResponse | null
  /** Whether the body of a request is still on its way. */
  reading: boolean
}

export type Connections = {
  /** Takes note of a request; false, and its connection is closed, when too many before it have no answer. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  of(socket: unknown): Connection | undefined
  stop(): void
}

/** Requests of one connection, sent one after the other without waiting, that may have no answer yet. */
const MAX_PIPELINED = 100

/**
 * Bounds the connections of a server, in all and per network, where trusted proxies count as many; and closes those
 * whose other side does not read.
 */
export function guardConnections(
  server: Server,
  { limits, forwarding, secure }: { limits: Limits; forwarding: Forwarding; secure: HeaderList },
): Connections {
  const open = new Map<unknown, Connection>()
  const perNetwork = createTally(limits.connectionsPerAddress)
  const writes = watchWrites(() => open.keys() as Iterable<Socket>, limits.responseTimeout)

  const reject = (socket: Socket, reason: 'all' | 'address', error: AppError) => {
    countRefusedConnection(reason)
    answerRaw(socket, error, secure)
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (open.size >= limits.connections)
      return reject(socket, 'all', unavailable('The server has too many connections; try again'))
    const leave = forwarding.isProxy(address) ? () => {} : perNetwork.enter(networkOf(address))
    if (!leave) return reject(socket, 'address', tooManyConnections())
    open.set(socket, { requests: 0, response: null, reading: false })
    socket.once('close', () => {
      open.delete(socket)
      leave()
    })
  })
  return {
    admit(request, response) {
      const connection = open.get(request.socket)
      // It was refused, or is closed already.
      if (!connection) return false
      if (connection.requests >= MAX_PIPELINED) {
        countRefusedConnection('pipelining')
        request.socket.destroy()
        return false
      }
      connection.requests += 1
      connection.response = response
      response.once('close', () => {
        connection.requests -= 1
        if (connection.response === response) connection.response = null
      })
      if (hasBody(request)) {
        connection.reading = true
        request.once('close', () => (connection.reading = false))
      }
      return true
    },
    of: (socket) => open.get(socket),
    stop: writes.stop,
  }
}

/** Too many connections of one address. */
export function tooManyConnections(): AppError {
  return new AppError('RATE_LIMITED', 'Too many connections from this address', { retryAfter: 5 })
}
