import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Credentials } from '../../../auth/credentials.ts'
import type { Metrics } from '../../../graphql/metrics.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'
import { FORBIDDEN, TOO_SLOW, type CloseFrame } from '../close-codes.ts'
import { createSendQueue, type SendQueue } from '../send-queue.ts'
import type { Payload } from '../../graphql/payload.ts'
import { createReading, type Reading } from './message-rate.ts'

/** A frame, or a payload shared by many with the prefix of one operation. */
export type Frame = string | { prefix: string; payload: Payload }

/** An operation of a socket. It is short until its response, unless it is a subscription. */
export type SocketOperation = { isShort: boolean; end(): void }

/** A client's socket. */
export type Socket = {
  request: IncomingMessage
  requestId: string
  address: string
  /** Set once `connection_init` was accepted. */
  credentials: Credentials
  /** Whether its `connection_init` contained a valid credential. */
  isAuthenticated(): boolean
  authenticate(): void
  /** Limits the reading of this socket. */
  reading: Reading
  operations: Set<SocketOperation>
  sendQueue: SendQueue<Frame>
  isOpen(): boolean
  /** Sends a message of the protocol. A large one waits until the queue has capacity. */
  send: (text: string) => Promise<void>
  /** Ends its operations and closes it once. Destroys it if the peer does not respond. */
  close(closing: CloseFrame): void
  /** Closes it as forbidden after the current messages. */
  dismiss(): void
}

/** Timeouts of the closing handshake, for authenticated and other sockets, in milliseconds. */
const CLOSES_WITHIN_MS = 30_000
const STRANGER_CLOSES_WITHIN_MS = 3_000
const LARGE = 64_000

export type SocketOptions = {
  request: IncomingMessage
  /** Address of the client. */
  address: string
  /** Called once, on authentication. */
  onAuthenticated: () => void
  metrics: Pick<Metrics, 'countSlowReader' | 'countRefusedConnection'>
}

/** Creates a socket from a WebSocket, its stream and the request that opened it. */
export function createSocket(
  socket: WebSocket,
  stream: Duplex,
  { request, address, onAuthenticated, metrics }: SocketOptions,
): Socket {
  let authenticated = false
  const operations = new Set<SocketOperation>()
  const end = () => {
    sendQueue.close()
    for (const operation of operations) operation.end()
    operations.clear()
  }
  let closing = false
  const close = ([code, reason]: CloseFrame) => {
    if (closing) return
    closing = true
    end()
    socket.close(code, reason)
    const overdue = setTimeout(
      () => socket.terminate(),
      authenticated ? CLOSES_WITHIN_MS : STRANGER_CLOSES_WITHIN_MS,
    )
    socket.once('close', () => clearTimeout(overdue))
  }
  let gathering = false
  /** Combines the writes of one turn, which saves most of the cost of many events at once. */
  const gather = () => {
    if (gathering) return
    gathering = true
    stream.cork()
    process.nextTick(() => {
      gathering = false
      stream.uncork()
    })
  }
  const sendQueue = createSendQueue<Frame>({
    stream,
    write(frame) {
      gather()
      const text = typeof frame === 'string' ? frame : `${frame.prefix}${frame.payload.json}}`
      socket.send(text, noticeNothing)
    },
    onOverflow() {
      metrics.countSlowReader('websocket')
      close(TOO_SLOW)
    },
  })
  socket.once('close', end)
  return {
    request,
    requestId: requestIdOf(request.headers),
    address,
    credentials: {},
    reading: createReading(socket, metrics, close),
    isAuthenticated: () => authenticated,
    authenticate() {
      authenticated = true
      onAuthenticated()
    },
    operations,
    sendQueue,
    isOpen: () => socket.readyState === socket.OPEN,
    async send(text) {
      while (text.length > LARGE && sendQueue.isFull()) await sendQueue.drained()
      sendQueue.send(text, Buffer.byteLength(text))
    },
    close,
    dismiss: () => void setImmediate(() => close(FORBIDDEN)),
  }
}

/** Ignores a failed write, because the socket then closes. */
const noticeNothing = () => {}
