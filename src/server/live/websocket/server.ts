import { handleProtocols } from 'graphql-ws'
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
import type { Health } from '../../lifecycle/readiness.ts'
import { RESTART } from '../close-codes.ts'
import { closingAfter, messageOf, socketProtocol } from './socket-protocol.ts'
import { keepAlive } from './keep-alive.ts'
import { limitMessages } from './message-limit.ts'
import { createSocket, type Socket, type SocketOptions } from './socket.ts'
import type { Subscriptions } from '../subscriptions.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'

export type WebSocketOptions = {
  server: Server
  graphql: GraphqlEngine
  subscriptions: Subscriptions
  health: Pick<Health, 'isDraining'>
  /** Headers of every response. */
  secure: HeaderList
  /** Counts open connections per network. */
  slots: Tally
}

export type WebSockets = {
  /** Rejects new sockets, waits for running queries and closes all sockets with a code for reconnecting. */
  stop(): Promise<void>
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
export function serveWebSockets(options: WebSocketOptions): WebSockets {
  const { server, graphql, subscriptions, health, secure, slots } = options
  const { limits, forwarding } = graphql
  const { metrics } = graphql.services
  const strangers = createTally(limits.anonymousSocketsPerAddress)
  const sockets = new Map<WebSocket, Socket>()
  const protocol = socketProtocol(graphql, subscriptions)
  const door = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    // Operations ended by one message have ended before the next one, so that their ids can be reused.
    allowSynchronousEvents: false,
    handleProtocols,
  })
  let stopping = false

  const receive = (listener: (message: string) => Promise<void>, message: string, socket: Socket) => {
    graphql
      .withRequestId(socket.requestId, () => listener(message))
      .catch((error: unknown) => socket.close(closingAfter(error, graphql, socket)))
  }
  const open = (webSocket: WebSocket, stream: Duplex, socketOptions: SocketOptions) => {
    const socket = createSocket(webSocket, stream, socketOptions)
    const mayRead = limitMessages(webSocket, stream, socket, limits)
    sockets.set(webSocket, socket)
    const closed = protocol.opened(
      {
        protocol: webSocket.protocol,
        send: socket.send,
        close: (code = 1000, reason = '') => socket.close([code, reason]),
        // A pong omits the ping's payload, which would fill the memory if the client does not read.
        onPing: () => socket.send('{"type":"pong"}'),
        onMessage: (listener) =>
          webSocket.on('message', (data: Buffer) => {
            if (!socket.reading.admit() || !mayRead(data)) return
            readAsItReads(webSocket, socket)
            const begun = performance.now()
            receive(listener, messageOf(data), socket)
            socket.reading.spend(performance.now() - begun)
          }),
      },
      socket,
    )
    // The receiver answers pings by itself.
    for (const control of ['ping', 'pong'] as const)
      webSocket.on(control, () => {
        if (socket.reading.admit()) readAsItReads(webSocket, socket)
      })
    // After a violation of the WebSocket protocol, the socket closes by itself.
    webSocket.on('error', () => {})
    webSocket.once('close', (code, reason) => {
      sockets.delete(webSocket)
      void closed(code, reason.toString())
    })
    keepAlive(webSocket, stream)
  }

  server.on('upgrade', (request, stream, head) => {
    const [path] = (request.url ?? '').split('?')
    const rejectUpgrade = (error: AppError) => answerRaw(stream, error, secure, requestIdOf(request.headers))
    if (path !== '/graphql') return rejectUpgrade(new AppError('NOT_FOUND', 'There is nothing here'))
    if (stopping || health.isDraining())
      return rejectUpgrade(unavailable('The server is stopping; try again'))
    if (stream.destroyed) return
    const address = forwarding.addressOf(request)
    const network = networkOf(address)
    const leave = slots.enter(network)
    const onAuthenticated = leave && strangers.enter(network)
    if (!onAuthenticated) {
      metrics.countRefusedConnection(leave ? 'anonymous_sockets' : 'address')
      leave?.()
      return rejectUpgrade(tooManyConnections())
    }
    stream.once('close', () => {
      leave()
      onAuthenticated()
    })
    door.handleUpgrade(request, stream, head, (webSocket) =>
      open(webSocket, stream, { request, address, onAuthenticated, metrics }),
    )
  })
  door.on('wsClientError', (error, stream, request) =>
    answerRaw(stream, new AppError('INVALID_FORMAT', error.message), secure, requestIdOf(request.headers)),
  )

  return {
    async stop() {
      stopping = true
      await Promise.all(
        [...sockets.values()].map(async (socket) => {
          await until(() => ![...socket.operations].some(({ isShort }) => isShort), QUERIES_END_WITHIN_MS)
          socket.close(RESTART)
        }),
      )
      await until(() => sockets.size === 0, CLOSED_WITHIN_MS)
      for (const webSocket of sockets.keys()) webSocket.terminate()
    },
  }
}

/** Stops reading from a client that does not read, until it does. */
function readAsItReads(webSocket: WebSocket, { sendQueue }: Socket): void {
  if (!sendQueue.isFull() || webSocket.isPaused) return
  webSocket.pause()
  void sendQueue.drained().then(() => webSocket.resume())
}

async function until(reached: () => boolean, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!reached() && Date.now() < deadline) await sleep(10)
}
