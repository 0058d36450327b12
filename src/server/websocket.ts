import { handleProtocols } from 'graphql-ws'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { presentError } from '../../rest-compat/errors.ts'
import { AppError, unavailable } from '../lib/errors.ts'
import type { Health } from './health.ts'
import { RESTART } from './live/close-codes.ts'
import { closingAfter, socketProtocol } from './live/socket-protocol.ts'
import { createSocket, type Socket } from './live/socket.ts'
import type { Subscriptions } from './live/subscriptions.ts'
import type { Graphql } from './graphql/yoga.ts'

export type WebSockets = {
  /** Opens no other ones, lets running queries finish and tells all clients to connect again. */
  stop(): Promise<void>
}

/** The largest message that is read, in bytes. */
const MOST_BYTES = 1_048_576
const PING_MS = 30_000
const QUERIES_END_WITHIN_MS = 2_000
const CLOSED_WITHIN_MS = 2_000

/** Whether a request asks for a WebSocket; other upgrades, such as to HTTP/2, are not taken, and the request is answered as it is. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return /^websocket$/i.test(headers.upgrade ?? '')
}

/** Serves WebSockets at `/graphql`. Dead ones are ended within a minute. */
export function serveWebSockets(
  server: Server,
  graphql: Graphql,
  subscriptions: Subscriptions,
  health: Health,
): WebSockets {
  const sockets = new Map<WebSocket, Socket>()
  const protocol = socketProtocol(graphql, subscriptions)
  const door = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    // Between two messages what the first one ended has ended, so that its id can be used again.
    allowSynchronousEvents: false,
    handleProtocols,
  })
  let stopping = false

  const open = (webSocket: WebSocket, stream: Duplex, request: IncomingMessage) => {
    const socket = createSocket(webSocket, stream, request)
    sockets.set(webSocket, socket)
    const closed = protocol.opened(
      {
        protocol: webSocket.protocol,
        send: socket.send,
        close: (code = 1000, reason = '') => socket.close([code, reason]),
        // What a ping brings along is not sent back: whoever does not read it would fill the memory with it.
        onPing: () => socket.send('{"type":"pong"}'),
        onMessage: (hear) =>
          webSocket.on('message', (data: Buffer) => {
            readAsItReads(webSocket, socket)
            graphql
              .within(socket.requestId, () => hear(data.toString()))
              .catch((error: unknown) => socket.close(closingAfter(error, graphql, socket)))
          }),
      },
      socket,
    )
    // What breaks the protocol below closes the socket by itself.
    webSocket.on('error', () => {})
    webSocket.once('close', (code, reason) => {
      sockets.delete(webSocket)
      void closed(code, reason.toString())
    })
    keepAlive(webSocket, stream)
  }

  server.on('upgrade', (request, stream, head) => {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/graphql') return refuse(stream, new AppError('NOT_FOUND', 'There is nothing here'))
    if (stopping || health.isDraining())
      return refuse(stream, unavailable('The server is stopping; try again'))
    door.handleUpgrade(request, stream, head, (webSocket) => open(webSocket, stream, request))
  })

  return {
    async stop() {
      stopping = true
      await Promise.all(
        [...sockets.values()].map(async (socket) => {
          await until(() => ![...socket.operations].some(({ brief }) => brief), QUERIES_END_WITHIN_MS)
          socket.close(RESTART)
        }),
      )
      await until(() => sockets.size === 0, CLOSED_WITHIN_MS)
      for (const webSocket of sockets.keys()) webSocket.terminate()
    },
  }
}

/** A client that does not read what it is told is not read either, until it does. */
function readAsItReads(webSocket: WebSocket, { outlet }: Socket): void {
  if (!outlet.full() || webSocket.isPaused) return
  webSocket.pause()
  void outlet.room().then(() => webSocket.resume())
}

/** Ends a socket whose other side has neither answered the last ping nor taken anything of what waits before it. */
function keepAlive(webSocket: WebSocket, stream: Duplex): void {
  let answered = true
  const pinging = setInterval(() => {
    if (!answered) return webSocket.terminate()
    answered = false
    webSocket.ping()
  }, PING_MS)
  const hear = () => (answered = true)
  webSocket.on('pong', hear)
  stream.on('drain', hear)
  webSocket.once('close', () => clearInterval(pinging))
}

function refuse(stream: Duplex, error: AppError): void {
  const { status, headers, body } = presentError(error)
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    Connection: 'close',
  })
  const text = JSON.stringify(body)
  stream.on('error', () => {})
  stream.end(
    `HTTP/1.1 ${status} ${error.code}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

async function until(reached: () => boolean, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!reached() && Date.now() < deadline) await sleep(10)
}
