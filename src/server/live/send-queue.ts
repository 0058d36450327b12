/** Connection of a send queue, which is a socket or a running response. */
type Stream = {
  /** Number of bytes buffered inside it. */
  readonly writableLength: number
  on(event: 'drain', listener: () => void): unknown
}

type SendQueueOptions<Message> = {
  stream: Stream
  write: (message: Message) => void
  /** Called when the reader is too slow. Nothing more is written. */
  onOverflow: () => void
}

/**
 * Buffer size of the connection from which messages are queued outside it, where many queues share one text.
 */
const FULL_BYTES = 256_000
const MAX_BYTES = 1_000_000
const MAX_MESSAGES = 1_000
/** Share of both limits for messages that can be sent again. */
const REPLAYABLE_SHARE = 0.5
/** How long a connection with pending messages may take to empty its buffer, in milliseconds. */
const STALL_TIMEOUT_MS = 10_000

/** The part of a send queue for messages that can be sent again later. */
export type ReplayQueue = Pick<SendQueue<unknown>, 'canQueue' | 'runExclusive' | 'abort'>

/**
 * Bounded send queue of one reader, of at most 1 MB and 1,000 messages behind the message that is being sent. A
 * reader that exceeds this, or does not take a full buffer in 10 seconds, is disconnected. Others are not affected.
 * Messages that can be sent again later are not queued if they do not fit.
 */
export class SendQueue<Message> {
  readonly #options: SendQueueOptions<Message>
  readonly #stream: Stream
  #waiting: { message: Message; bytes: number }[] = []
  #waitingBytes = 0
  #waiters: (() => void)[] = []
  #turns = Promise.resolve()
  #isClosed = false
  #stallTimer: NodeJS.Timeout | undefined

  constructor(options: SendQueueOptions<Message>) {
    this.#options = options
    this.#stream = options.stream
    this.#stream.on('drain', () => this.#drain())
  }

  /** Writes or queues a message. `bytes` is its size. */
  send(message: Message, bytes: number): void {
    if (this.#isClosed) return
    if (!this.isFull()) return this.#options.write(message)
    if (!this.#holdsWith(bytes, 1)) return this.abort()
    this.#waiting.push({ message, bytes })
    this.#waitingBytes += bytes
    this.#startStallTimer()
  }

  /** Whether a message sent now would be queued. */
  isFull(): boolean {
    return !this.#isClosed && (this.#waiting.length > 0 || this.#stream.writableLength >= FULL_BYTES)
  }

  /** Waits until a message would be written at once, or until the queue is closed. */
  drained(): Promise<void> {
    if (!this.isFull()) return Promise.resolve()
    this.#startStallTimer()
    return new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  /** Whether a message of this size, which can be sent again later, should be sent now. */
  canQueue(bytes: number): boolean {
    return !this.isFull() || this.#holdsWith(bytes, REPLAYABLE_SHARE)
  }

  /** Runs work that sends many messages, after all such earlier work and when the queue has capacity. */
  runExclusive(work: () => Promise<void>): Promise<void> {
    const done = this.#turns.then(() => this.drained()).then(work)
    this.#turns = done.catch(() => {})
    return done
  }

  /** Disconnects the reader. */
  abort(): void {
    if (this.#isClosed) return
    this.close()
    this.#options.onOverflow()
  }

  close(): void {
    this.#isClosed = true
    this.#waiting = []
    clearTimeout(this.#stallTimer)
    this.#wakeWaiters()
  }

  #holdsWith(bytes: number, share: number): boolean {
    // The buffer exceeds its share only by one message, which alone must not disconnect a reader.
    const buffered = Math.min(this.#stream.writableLength, FULL_BYTES)
    return (
      buffered + this.#waitingBytes + bytes <= MAX_BYTES * share &&
      this.#waiting.length < MAX_MESSAGES * share
    )
  }

  #wakeWaiters(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
  }

  #startStallTimer(): void {
    this.#stallTimer ??= setTimeout(() => this.abort(), STALL_TIMEOUT_MS)
  }

  #drain(): void {
    clearTimeout(this.#stallTimer)
    this.#stallTimer = undefined
    const waiting = this.#waiting
    let taken = 0
    for (; taken < waiting.length && this.#stream.writableLength < FULL_BYTES; taken++) {
      const { message, bytes } = waiting[taken] as { message: Message; bytes: number }
      this.#waitingBytes -= bytes
      this.#options.write(message)
    }
    waiting.splice(0, taken)
    if (this.isFull()) this.#startStallTimer()
    else this.#wakeWaiters()
  }
}
