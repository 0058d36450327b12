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

export type SendQueue<Message> = {
  /** Writes or queues a message. `bytes` is its size. */
  send(message: Message, bytes: number): void
  /** Whether a message sent now would be queued. */
  isFull(): boolean
  /** Waits until a message would be written at once, or until the queue is closed. */
  drained(): Promise<void>
  /** Whether a message of this size, which can be sent again later, should be sent now. */
  canQueue: (bytes: number) => boolean
  /** Runs work that sends many messages, after all such earlier work and when the queue has capacity. */
  runExclusive: (work: () => Promise<void>) => Promise<void>
  /** Disconnects the reader. */
  abort: () => void
  close(): void
}

/**
 * Buffer size of the connection from which messages are queued outside it, where many queues share one text.
 */
const FULL_BYTES = 256_000
const MAX_BYTES = 1_000_000
const MAX_MESSAGES = 1_000
/** Share of both limits for messages that can be sent again. */
const REPLAYABLE_SHARE = 0.5
/** How long a connection with pending messages may make no progress, in milliseconds. */
const STALL_TIMEOUT_MS = 10_000

/**
 * Creates a bounded send queue for one reader, of at most 1 MB and 1,000 messages, including the connection's
 * buffer. A reader that exceeds this, or receives nothing for 10 seconds, is disconnected. Others are not
 * affected. Messages that can be sent again later are not queued if they do not fit.
 */
export function createSendQueue<Message>({
  stream,
  write,
  onOverflow,
}: SendQueueOptions<Message>): SendQueue<Message> {
  let waiting: { message: Message; bytes: number }[] = []
  let waitingBytes = 0
  let waiters: (() => void)[] = []
  let turns = Promise.resolve()
  let closed = false
  let stallTimer: NodeJS.Timeout | undefined

  const isFull = () => !closed && (waiting.length > 0 || stream.writableLength >= FULL_BYTES)
  const holdsWith = (bytes: number, share: number) =>
    stream.writableLength + waitingBytes + bytes <= MAX_BYTES * share && waiting.length < MAX_MESSAGES * share
  const answer = () => {
    const answered = waiters
    waiters = []
    for (const go of answered) go()
  }
  const close = () => {
    closed = true
    waiting = []
    clearTimeout(stallTimer)
    answer()
  }
  const overflow = () => {
    if (closed) return
    close()
    onOverflow()
  }
  const startStallTimer = () => {
    stallTimer ??= setTimeout(overflow, STALL_TIMEOUT_MS)
  }
  const drain = () => {
    clearTimeout(stallTimer)
    stallTimer = undefined
    let taken = 0
    for (; taken < waiting.length && stream.writableLength < FULL_BYTES; taken++) {
      const { message, bytes } = waiting[taken] as { message: Message; bytes: number }
      waitingBytes -= bytes
      write(message)
    }
    waiting.splice(0, taken)
    if (isFull()) startStallTimer()
    else answer()
  }
  stream.on('drain', drain)

  const drained = () => {
    if (!isFull()) return Promise.resolve()
    startStallTimer()
    return new Promise<void>((resolve) => waiters.push(resolve))
  }
  return {
    send(message, bytes) {
      if (closed) return
      if (!isFull()) return write(message)
      if (!holdsWith(bytes, 1)) return overflow()
      waiting.push({ message, bytes })
      waitingBytes += bytes
      startStallTimer()
    },
    isFull,
    drained,
    canQueue: (bytes) => !isFull() || holdsWith(bytes, REPLAYABLE_SHARE),
    runExclusive(work) {
      const done = turns.then(drained).then(work)
      turns = done.catch(() => {})
      return done
    },
    abort: overflow,
    close,
  }
}
