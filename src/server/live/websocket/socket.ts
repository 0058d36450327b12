import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Credentials } from '../../../auth/identify.ts'
import { countSlowReader } from '../../metrics/metrics.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'
import { FORBIDDEN, TOO_SLOW, type CloseFrame } from '../close-codes.ts'
import { createSendQueue, type SendQueue } from '../send-queue.ts'
import type { Payload } from '../../graphql/payload.ts'
import { createReading, type Reading } from './message-rate.ts'

/** A frame, or what becomes one: the same payload for many, after what tells one's operation. */
export type Frame = string | { prefix: string; payload: Payload }

/** What runs on a socket until it is answered (`brief`), or is subscribed to until it ends. */
export type SocketOperation = { isShort: boolean; end(): void }

/** A client's socket. */
export type Socket = {
  request: IncomingMessage
  requestId: string
  address: string
  /** Known once `connection_init` was accepted. */
  credentials: Credentials
  /** Whether its `connection_init` brought a credential that is good. */
  isAuthenticated(): boolean
  authenticate(): void
  /** Bounds what is read of it. */
  reading: Reading
  operations: Set<SocketOperation>
  sendQueue: SendQueue<Frame>
  isOpen(): boolean
  /** Sends a message of the protocol; a large one waits until there is room for it. */
  send(text: string): Promise<void>
  /** Ends its operations and closes it, once; one that does not answer is torn down. */
  close(closing: CloseFrame): void
  /** Closes it as forbidden once what is being said has been sent. */
  dismiss(): void
}

/** How long a client has to answer the closing of its socket, and how long one that has not authenticated. */
const CLOSES_WITHIN_MS = 30_000
const STRANGER_CLOSES_WITHIN_MS = 3_000
const LARGE = 64_000

export type SocketOptions = {
  request: IncomingMessage
  /** The address of the client. */
  address: string
  /** Called once, when it authenticates. */
  onAuthenticated(): void
}

/** Wraps a WebSocket, the stream below it and the request that opened it. */
export function createSocket(
  socket: WebSocket,
  stream: Duplex,
  { request, address, onAuthenticated }: SocketOptions,
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
  /** What is written within one turn goes out together, which is most of its cost when many events come at once. */
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
      countSlowReader('websocket')
      close(TOO_SLOW)
    },
  })
  socket.once('close', end)
  return {
    request,
    requestId: requestIdOf(request.headers),
    address,
    credentials: {},
    reading: createReading(socket, close),
    isAuthenticated: () => authenticated,
    authenticate() {
      authenticated = true
      onAuthenticated()
    },
    operations,
    sendQueue: sendQueue,
    isOpen: () => socket.readyState === socket.OPEN,
    async send(text) {
      while (text.length > LARGE && sendQueue.isFull()) await sendQueue.drained()
      sendQueue.send(text, Buffer.byteLength(text))
    },
    close,
    dismiss: () => void setImmediate(() => close(FORBIDDEN)),
  }
}

/** A failed write means that the socket closes, which is heard elsewhere. */
const noticeNothing = () => {}
