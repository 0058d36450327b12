import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unavailable, type AppError } from '../../../lib/errors.ts'
import { tooManyConnections } from '../../../lib/http/too-many-connections.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import type { Metrics } from '../../../graphql/metrics.ts'
import { createTally, type Tally } from '../../../lib/concurrency/tally.ts'
import type { Forwarding } from './forwarding.ts'
import type { Limits } from '../../../lib/http/server-limits.ts'
import { hasBody } from './has-body.ts'
import { answerRaw } from '../../../lib/http/raw-answer.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'
import { watchWrites } from './watch-writes.ts'

/** State of an open connection. */
type Connection = {
  /** Number of requests without a complete response. */
  requests: number
  /** Response to the latest request. */
  response: ServerResponse | null
  /** Whether the body of a request is still incomplete. */
  reading: boolean
}

/** Maximum number of pipelined requests of a connection without a response. */
const MAX_PIPELINED = 100

type ConnectionOptions = {
  limits: Limits
  forwarding: Forwarding
  secure: HeaderList
  metrics: Pick<Metrics, 'countRefusedConnection'>
}

/**
 * Limits the connections of a server, in total and per network. Trusted proxies are exempt from the limit per
 * network. Closes connections whose peer does not read.
 */
export class Connections {
  readonly #options: ConnectionOptions
  readonly #open = new Map<unknown, Connection>()
  readonly #perNetwork: Tally
  readonly #writes: ReturnType<typeof watchWrites>

  constructor(server: Server, options: ConnectionOptions) {
    const { limits, metrics } = options
    this.#options = options
    this.#perNetwork = createTally(limits.connectionsPerAddress)
    const sockets = () => this.#open.keys() as Iterable<Socket>
    this.#writes = watchWrites(sockets, limits.responseTimeout, () =>
      metrics.countRefusedConnection('not_reading'),
    )
    server.on('connection', (socket: Socket) => this.#accept(socket))
  }

  /**
   * Registers a request. Closes the connection and returns false if too many earlier requests have no
   * response.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(request.socket)
    // The connection was rejected or is already closed.
    if (!connection) return false
    if (connection.requests >= MAX_PIPELINED) {
      this.#options.metrics.countRefusedConnection('pipelining')
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
  }

  of(socket: unknown): Connection | undefined {
    return this.#open.get(socket)
  }

  stop(): void {
    this.#writes.stop()
  }

  #accept(socket: Socket): void {
    const { limits, forwarding } = this.#options
    const address = socket.remoteAddress ?? ''
    if (this.#open.size >= limits.connections)
      return this.#reject(socket, 'all', unavailable('The server has too many connections; try again'))
    const leave = forwarding.isProxy(address) ? () => {} : this.#perNetwork.enter(networkOf(address))
    if (!leave) return this.#reject(socket, 'address', tooManyConnections())
    this.#open.set(socket, { requests: 0, response: null, reading: false })
    socket.once('close', () => {
      this.#open.delete(socket)
      leave()
    })
  }

  #reject(socket: Socket, reason: 'all' | 'address', error: AppError): void {
    this.#options.metrics.countRefusedConnection(reason)
    answerRaw(socket, error, this.#options.secure)
  }
}
