/** The connection that an outlet leads to: a socket, or a response in progress. */
export type Stream = {
  /** Bytes that wait inside of it. */
  readonly writableLength: number
  on(event: 'drain', hear: () => void): unknown
}

export type OutletOptions<Message> = {
  stream: Stream
  write(message: Message): void
  /** The reader was too slow: nothing more is written. */
  cutOff(): void
}

export type Outlet<Message> = {
  /** Writes a message after all before it, or lets it wait. `bytes` is its size. */
  send(message: Message, bytes: number): void
  /** Whether what is sent now would wait. */
  full(): boolean
  /** Waits until what is sent then would be written at once, or until nothing is written any more. */
  room(): Promise<void>
  close(): void
}

/** What the connection itself may hold before messages wait outside of it, where many outlets share one text. */
const FULL_BYTES = 256_000
const MOST_BYTES = 1_000_000
const MOST_MESSAGES = 1_000
/** How long a connection may take nothing at all while something waits. */
const PATIENCE_MS = 30_000

/**
 * A bounded way out to one reader: at most 1 MB and 1,000 messages wait for it, what the connection holds included.
 * Whoever lets more gather, or takes nothing for 30 seconds, is cut off; nobody else notices.
 */
export function createOutlet<Message>({ stream, write, cutOff }: OutletOptions<Message>): Outlet<Message> {
  let waiting: { message: Message; bytes: number }[] = []
  let waitingBytes = 0
  let askers: (() => void)[] = []
  let closed = false
  let impatience: NodeJS.Timeout | undefined

  const full = () => waiting.length > 0 || stream.writableLength >= FULL_BYTES
  const answer = () => {
    const answered = askers
    askers = []
    for (const go of answered) go()
  }
  const close = () => {
    closed = true
    waiting = []
    clearTimeout(impatience)
    answer()
  }
  const overflow = () => {
    if (closed) return
    close()
    cutOff()
  }
  const beImpatient = () => {
    impatience ??= setTimeout(overflow, PATIENCE_MS)
  }
  const drain = () => {
    clearTimeout(impatience)
    impatience = undefined
    let taken = 0
    for (; taken < waiting.length && stream.writableLength < FULL_BYTES; taken++) {
      const { message, bytes } = waiting[taken] as { message: Message; bytes: number }
      waitingBytes -= bytes
      write(message)
    }
    waiting.splice(0, taken)
    if (full()) beImpatient()
    else answer()
  }
  stream.on('drain', drain)

  return {
    send(message, bytes) {
      if (closed) return
      if (!full()) return write(message)
      const tooMuch = stream.writableLength + waitingBytes + bytes > MOST_BYTES
      if (tooMuch || waiting.length >= MOST_MESSAGES) return overflow()
      waiting.push({ message, bytes })
      waitingBytes += bytes
      beImpatient()
    },
    full,
    room() {
      if (closed || !full()) return Promise.resolve()
      beImpatient()
      return new Promise((resolve) => askers.push(resolve))
    },
    close,
  }
}
