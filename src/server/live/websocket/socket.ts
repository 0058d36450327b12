import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Credentials } from '../../../auth/credentials.ts'
import type { Metrics } from '../../../graphql/metrics.ts'
import { requestIdOf } from '../../../lib/http/request-id.ts'
import { FORBIDDEN, TOO_SLOW, type CloseFrame } from '../close-codes.ts'
import { SendQueue } from '../send-queue.ts'
import type { Payload } from '../../graphql/payload.ts'
import { MessageRate } from './message-rate.ts'

/** A frame, or a payload shared by many with the prefix of one operation. */
type Frame = string | { prefix: string; payload: Payload }

/** An operation of a socket. It is short until its response, unless it is a subscription. */
export type SocketOperation = { isShort: boolean; end(): void }

/** Timeouts of the closing handshake, for authenticated and other sockets, in milliseconds. */
const CLOSE_TIMEOUT_MS = 30_000
const ANONYMOUS_CLOSE_TIMEOUT_MS = 3_000
const LARGE = 64_000

type SocketOptions = {
  request: IncomingMessage
  /** Address of the client. */
  address: string
  /** Called once, on authentication. */
  onAuthenticated: () => void
  metrics: Pick<Metrics, 'countSlowReader' | 'countRefusedConnection'>
}

/** A client's socket. */
export class Socket {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly address: string
  /** Set once `connection_init` was accepted. */
  credentials: Credentials = {}
  /** Limits the messages that are read from this socket. */
  readonly rate: MessageRate
  readonly operations = new Set<SocketOperation>()
  readonly sendQueue: SendQueue<Frame>
  readonly #webSocket: WebSocket
  readonly #stream: Duplex
  readonly #onAuthenticated: () => void
  #isAuthenticated = false
  #isClosing = false
  #isGathering = false

  /** Creates a socket from a WebSocket, its stream and the request that opened it. */
  constructor(webSocket: WebSocket, stream: Duplex, options: SocketOptions) {
    const { request, address, metrics } = options
    this.request = request
    this.requestId = requestIdOf(request.headers)
    this.address = address
    this.#webSocket = webSocket
    this.#stream = stream
    this.#onAuthenticated = () => options.onAuthenticated()
    this.rate = new MessageRate(webSocket, { metrics, close: (closing) => this.close(closing) })
    this.sendQueue = new SendQueue<Frame>({
      stream,
      write: (frame) => this.#write(frame),
      onOverflow: () => {
        metrics.countSlowReader('websocket')
        this.close(TOO_SLOW)
      },
    })
    webSocket.once('close', () => this.#end())
  }

  /** Whether its `connection_init` contained a valid credential. */
  isAuthenticated(): boolean {
    return this.#isAuthenticated
  }

  authenticate(): void {
    this.#isAuthenticated = true
    this.#onAuthenticated()
  }

  isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN
  }

  /** Sends a message of the protocol. A large one waits until the queue has capacity. */
  async send(text: string): Promise<void> {
    while (text.length > LARGE && this.sendQueue.isFull()) await this.sendQueue.drained()
    this.sendQueue.send(text, Buffer.byteLength(text))
  }

  /** Ends its operations and closes it once. Destroys it if the peer does not respond. */
  close([code, reason]: CloseFrame): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#end()
    this.#webSocket.close(code, reason)
    const overdue = setTimeout(
      () => this.#webSocket.terminate(),
      this.#isAuthenticated ? CLOSE_TIMEOUT_MS : ANONYMOUS_CLOSE_TIMEOUT_MS,
    )
    this.#webSocket.once('close', () => clearTimeout(overdue))
  }

  /** Closes it as forbidden after the current messages. */
  dismiss(): void {
    setImmediate(() => this.close(FORBIDDEN))
  }

  #end(): void {
    this.sendQueue.close()
    for (const operation of this.operations) operation.end()
    this.operations.clear()
  }

  #write(frame: Frame): void {
    this.#gather()
    const text = typeof frame === 'string' ? frame : `${frame.prefix}${frame.payload.json}}`
    this.#webSocket.send(text, ignoreError)
  }

  /** Combines the writes of one turn, which saves most of the cost of many events at once. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.#stream.uncork()
    })
  }
}

/** Ignores a failed write, because the socket then closes. */
const ignoreError = () => {}
