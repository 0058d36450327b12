import { handleProtocols, type Server as Protocol } from 'graphql-ws'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { AppError, unavailable } from '../../../lib/errors.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { tooManyConnections } from '../../../lib/http/too-many-connections.ts'
import { answerRaw } from '../../../lib/http/raw-answer.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'
import { createTally, type Tally } from '../../../lib/concurrency/tally.ts'
import { monotonicMs } from '../../../lib/time/clock.ts'
import type { FindByHost } from '../../../portal/addresses.ts'
import type { Health } from '../../lifecycle/readiness.ts'
import { RESTART } from '../close-codes.ts'
import { closingAfter, messageOf, socketProtocol } from './socket-protocol.ts'
import { keepAlive } from './keep-alive.ts'
import { limitMessages } from './message-limit.ts'
import { Socket } from './socket.ts'
import type { Subscriptions } from '../subscriptions.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'

type WebSocketOptions = {
  server: Server
  graphql: GraphqlEngine
  subscriptions: Subscriptions
  health: Pick<Health, 'isDraining'>
  /** Headers of every response. */
  secure: HeaderList
  /** Counts open connections per network. */
  slots: Tally
  /** Own hosts of portals, which have no API. */
  findByHost: FindByHost
}

const QUERIES_END_WITHIN_MS = 2_000
const CLOSED_WITHIN_MS = 2_000

/**
 * Whether a request is an upgrade to WebSocket. Other upgrades, such as to HTTP/2, are ignored, and the
 * request is served as it is.
 */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return /^websocket$/i.test(headers.upgrade ?? '')
}

/** Serves WebSockets at `/graphql`. Dead ones are closed within a minute. */
export class WebSockets {
  readonly #options: WebSocketOptions
  readonly #anonymous: Tally
  readonly #sockets = new Map<WebSocket, Socket>()
  readonly #protocol: Protocol<Socket>
  readonly #upgrades: WebSocketServer
  #isStopping = false

  constructor(options: WebSocketOptions) {
    const { server, graphql, subscriptions, secure } = options
    this.#options = options
    this.#anonymous = createTally(graphql.limits.anonymousSocketsPerAddress)
    this.#protocol = socketProtocol(graphql, subscriptions)
    this.#upgrades = new WebSocketServer({
      noServer: true,
      maxPayload: graphql.limits.messageBytes,
      perMessageDeflate: false,
      // Operations ended by one message have ended before the next one, so that their ids can be reused.
      allowSynchronousEvents: false,
      handleProtocols,
    })
    this.#upgrades.on('wsClientError', ({ message }, stream, { headers }) =>
      answerRaw(stream, new AppError('INVALID_FORMAT', message), secure, requestIdOf(headers)),
    )
    server.on('upgrade', (request, stream, head) => {
      const refusal = this.#upgrade(request, stream, head)
      if (refusal) answerRaw(stream, refusal, secure, requestIdOf(request.headers))
    })
  }

  /** Rejects new sockets, waits for running queries and closes all sockets with a code for reconnecting. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#sockets.values()].map(closeAfterQueries))
    await until(() => this.#sockets.size === 0, CLOSED_WITHIN_MS)
    for (const webSocket of this.#sockets.keys()) webSocket.terminate()
  }

  /** Opens a socket, or returns the error with which the upgrade is rejected. */
  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): AppError | null {
    const { graphql, health, slots } = this.#options
    const { metrics } = graphql.services
    const [path] = (request.url ?? '').split('?')
    if (path !== '/graphql') return nothingHere()
    if (this.#isStopping || health.isDraining()) return stopping()
    if (stream.destroyed) return null
    const address = graphql.forwarding.addressOf(request)
    const network = networkOf(address)
    const leave = slots.enter(network)
    const onAuthenticated = leave && this.#anonymous.enter(network)
    if (!onAuthenticated) {
      metrics.countRefusedConnection(leave ? 'anonymous_sockets' : 'address')
      leave?.()
      return tooManyConnections()
    }
    stream.once('close', () => {
      leave()
      onAuthenticated()
    })
    const open = () =>
      this.#upgrades.handleUpgrade(request, stream, head, (webSocket) =>
        this.#open(webSocket, stream, { request, address, onAuthenticated, metrics }),
      )
    const portal = this.#options.findByHost(request)
    if (portal) void this.#openUnlessOwn(portal, { request, stream, open })
    else open()
    return null
  }

  /** Opens a socket unless its host is that of a portal, which has no API. */
  async #openUnlessOwn(
    portal: Promise<unknown>,
    { request, stream, open }: { request: IncomingMessage; stream: Duplex; open: () => void },
  ): Promise<void> {
    const ignore = () => {}
    stream.on('error', ignore)
    const refusal = await portal.then(
      (found) => (found ? nothingHere() : this.#isStopping ? stopping() : null),
      () => unavailable('The host cannot be looked up; try again'),
    )
    stream.off('error', ignore)
    if (stream.destroyed) return
    if (refusal) answerRaw(stream, refusal, this.#options.secure, requestIdOf(request.headers))
    else open()
  }

  #open(webSocket: WebSocket, stream: Duplex, peer: ConstructorParameters<typeof Socket>[2]): void {
    const socket = new Socket(webSocket, stream, peer)
    const mayRead = limitMessages(webSocket, stream, socket, this.#options.graphql.limits)
    this.#sockets.set(webSocket, socket)
    const closed = this.#protocol.opened(
      {
        protocol: webSocket.protocol,
        send: (text) => socket.send(text),
        close: (code = 1000, reason = '') => socket.close([code, reason]),
        // A pong omits the ping's payload, which would fill the memory if the client does not read.
        onPing: () => socket.send('{"type":"pong"}'),
        onMessage: (listener) =>
          webSocket.on('message', (data: Buffer) => {
            if (!socket.rate.admit() || !mayRead(data)) return
            readAsItReads(webSocket, socket)
            this.#receive(listener, data, socket)
          }),
      },
      socket,
    )
    // The receiver answers pings by itself.
    for (const control of ['ping', 'pong'] as const)
      webSocket.on(control, () => {
        if (socket.rate.admit()) readAsItReads(webSocket, socket)
      })
    // After a violation of the WebSocket protocol, the socket closes by itself.
    webSocket.on('error', () => {})
    webSocket.once('close', (code, reason) => {
      this.#sockets.delete(webSocket)
      void closed(code, reason.toString())
    })
    keepAlive(webSocket, stream)
  }

  /** Passes a message to the protocol. The time counts in the limit of the socket. */
  #receive(listener: (message: string) => Promise<void>, data: Buffer, socket: Socket): void {
    const { graphql } = this.#options
    const begun = performance.now()
    const message = messageOf(data)
    graphql
      .withRequestId(socket.requestId, () => listener(message))
      .catch((error: unknown) => socket.close(closingAfter(error, graphql, socket)))
    socket.rate.spend(performance.now() - begun)
  }
}

const nothingHere = () => new AppError('NOT_FOUND', 'There is nothing here')
const stopping = () => unavailable('The server is stopping; try again')

async function closeAfterQueries(socket: Socket): Promise<void> {
  await until(() => ![...socket.operations].some(({ isShort }) => isShort), QUERIES_END_WITHIN_MS)
  socket.close(RESTART)
}

/** Stops reading from a client that does not read, until it does. */
function readAsItReads(webSocket: WebSocket, { sendQueue }: Socket): void {
  if (!sendQueue.isFull() || webSocket.isPaused) return
  webSocket.pause()
  void sendQueue.drained().then(() => webSocket.resume())
}

async function until(reached: () => boolean, withinMs: number): Promise<void> {
  const deadline = monotonicMs() + withinMs
  while (!reached() && monotonicMs() < deadline) await sleep(10)
}
