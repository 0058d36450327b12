import { compareCursors, cursorAfter, type Cursor } from '../../events/cursor.ts'
import { mapInBatches } from '../../lib/concurrency/map-in-batches.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { retryRead, type ReadOptions, type Share } from './retry-read.ts'
import { ReplayReader } from './replay-reader.ts'

/** An output that is computed on demand. */
export type DeferredOutput = { at: Cursor; make: () => Promise<Output> }

/** Outputs of a group. */
export type OutputSource = {
  /** Subscribes to later outputs, in order. Returns a function that unsubscribes. */
  subscribe: (listener: (output: Output) => void) => () => void
  /** Position of the live feed. A listener added now receives every output after it. */
  position: () => Cursor
  /**
   * Reads the outputs after a cursor. Null when some of them have been deleted. Absent for sources that
   * cannot be read again, whose outputs are sent at once.
   */
  read?: (after: Cursor) => Promise<{ entries: DeferredOutput[]; position: Cursor; more: boolean } | null>
}

type BufferedOutput = DeferredOutput & { bytes?: number }

/** Maximum size of live outputs buffered during a replay, in bytes. */
const MAX_BYTES = 200_000

type ReadAgain = NonNullable<OutputSource['read']>

/**
 * Sends a subscriber every output after `start` once, in order, until it is closed. Live outputs are sent at
 * once while the subscriber keeps up. Otherwise nothing is buffered for it. Once its queue has capacity, it
 * receives the outputs from the log, after the last one sent, at its own pace.
 */
export class SubscriberStream {
  readonly #source: OutputSource
  readonly #subscriber: Subscriber
  readonly #tools: ReadOptions & { share: Share }
  /** Cursor of the last output sent, or of the start. */
  #cursor: Cursor
  #isClosed = false
  #stop = () => {}

  constructor(
    source: OutputSource,
    subscriber: Subscriber,
    start: Cursor,
    tools: ReadOptions & { share: Share },
  ) {
    this.#source = source
    this.#subscriber = subscriber
    this.#cursor = start
    this.#tools = tools
    const { read } = source
    if (read && compareCursors(source.position(), start) > 0) void this.#catchUp(read)
    else this.#followLive()
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
  }

  #followLive(): void {
    this.#stop = this.#source.subscribe((output) => this.#receive(output))
  }

  #receive(output: Output): void {
    if (compareCursors(output.at, this.#cursor) <= 0) return
    const { read } = this.#source
    if (!read || this.#subscriber.sendQueue.canQueue(output.payload.bytes)) return this.#send(output)
    this.#stop()
    // All outputs before it have been sent.
    this.#cursor = cursorAfter(output.at.position - 1)
    void this.#catchUp(read)
  }

  #send(output: Output): void {
    this.#cursor = output.at
    this.#subscriber.next(output)
  }

  async #catchUp(read: ReadAgain): Promise<void> {
    let isCaughtUp = false
    while (!this.#isClosed && !isCaughtUp)
      await this.#subscriber.sendQueue.runExclusive(async () => {
        isCaughtUp = !this.#isClosed && (await this.#replay(read))
      })
  }

  /** Sends outputs from the log. Returns whether it has sent all and follows the live outputs. */
  async #replay(read: ReadAgain): Promise<boolean> {
    const reader = this.#readerFrom(this.#cursor, read)
    this.#stop = () => reader.close()
    const isThrough = await this.#sendWhatFits(reader)
    reader.close()
    // No output can be missed between this check and the subscription.
    const isCaughtUp = !this.#isClosed && isThrough && reader.isCaughtUp()
    if (isCaughtUp) this.#followLive()
    return isCaughtUp
  }

  /** Sends the outputs that fit the queue. Returns whether all of them were sent. */
  async #sendWhatFits(reader: ReplayReader<DeferredOutput>): Promise<boolean> {
    while (!this.#isClosed && !reader.isCaughtUp())
      if (!(await this.#tools.share(() => this.#sendBatch(reader)))) return false
    return !this.#isClosed
  }

  /** Sends the next batch of them, with the same result. */
  async #sendBatch(reader: ReplayReader<DeferredOutput>): Promise<boolean> {
    if (this.#isClosed) return false
    const until = { log: this.#tools.log, isOver: () => this.#isClosed }
    const promised = (await retryRead(() => reader.takeBatch(), until)) ?? []
    for await (const output of mapInBatches(promised, ({ make }) => make())) {
      if (this.#isClosed || !this.#subscriber.sendQueue.canQueue(output.payload.bytes)) return false
      this.#send(output)
    }
    return true
  }

  #readerFrom(start: Cursor, read: ReadAgain): ReplayReader<DeferredOutput> {
    return new ReplayReader<BufferedOutput>({
      start,
      cursorOf: ({ at }) => at,
      sizeOf: ({ bytes = 0 }) => bytes,
      maxSize: MAX_BYTES,
      position: () => this.#source.position(),
      subscribe: (listener) =>
        this.#source.subscribe((output) =>
          listener({ at: output.at, bytes: output.payload.bytes, make: () => Promise.resolve(output) }),
        ),
      read: async (after) => {
        const page = await read(after)
        if (page) return page
        this.#subscriber.sendQueue.abort()
        return { entries: [], position: after, more: false }
      },
    })
  }
}
