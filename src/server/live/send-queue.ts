/** The connection that an outlet leads to: a socket, or a response in progress. */
export type Stream = {
  /** Bytes that wait inside of it. */
  readonly writableLength: number
  on(event: 'drain', listener: () => void): unknown
}

export type SendQueueOptions<Message> = {
  stream: Stream
  write(message: Message): void
  /** The reader was too slow: nothing more is written. */
  onOverflow(): void
}

export type SendQueue<Message> = {
  /** Writes a message after all before it, or lets it wait. `bytes` is its size. */
  send(message: Message, bytes: number): void
  /** Whether what is sent now would wait. */
  isFull(): boolean
  /** Waits until what is sent then would be written at once, or until nothing is written any more. */
  drained(): Promise<void>
  /** Whether a message of this size, which can be had again later, is to be sent now. */
  canQueue(bytes: number): boolean
  /** Does work that sends much, when all such work before it is done and there is room. */
  runExclusive(work: () => Promise<void>): Promise<void>
  /** Cuts the reader off. */
  abort(): void
  close(): void
}

/** What the connection itself may hold before messages wait outside of it, where many outlets share one text. */
const FULL_BYTES = 256_000
const MAX_BYTES = 1_000_000
const MAX_MESSAGES = 1_000
/** The part of both that what can be had again may take. */
const REPLAYABLE_SHARE = 0.5
/** How long a connection may take nothing at all while something waits. */
const STALL_TIMEOUT_MS = 10_000

/**
 * A bounded way out to one reader: at most 1 MB and 1,000 messages wait for it, what the connection holds included.
 * Whoever lets more gather, or takes nothing for 10 seconds, is cut off; nobody else notices. What can be had again later
 * is not sent when it does not fit.
 */
export function createSendQueue<Message>({
  stream,
  write,
  onOverflow: onOverflow,
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
    isFull: isFull,
    drained: drained,
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
