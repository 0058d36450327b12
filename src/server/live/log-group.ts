import { eventIdOf, type Cursor } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { mapInBatches } from '../../lib/concurrency/map-in-batches.ts'
import { SubscriberStream, type DeferredOutput, type OutputSource } from './subscriber-stream.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { retryRead, type Share } from './retry-read.ts'
import { shortCache, type ShortCache } from './short-cache.ts'
import type { RunItem } from './item-runner.ts'
import { ReplayReader } from './replay-reader.ts'

/** Subscribers that receive the same results. */
export type Group = {
  /**
   * Sends a member every output after `start` once, in order. Null starts now. Returns a function that
   * unsubscribes.
   */
  join(subscriber: Subscriber, start: Cursor | null): () => void
  close(): void
}

export type ReplayableLog = NonNullable<SubscriptionSource['log']>

/** Maximum number of buffered items before the log is read again. */
const MAX_ITEMS = 2_000
/** Maximum size of the cache for members that catch up, in bytes. */
const MAX_REMEMBERED = 1_000_000
/** Memory of a cached result besides its text, in bytes. */
const OVERHEAD = 500

type Tools = Pick<GraphqlEngine, 'services' | 'log'> & { share: Share }
type Source = { subscribe: SubscriptionSource['subscribe']; log: ReplayableLog }

/**
 * A group on a source in the event log. Each item is run once for all members. A member that starts in the
 * past or falls behind receives outputs from the log at its own pace. It then continues with the others,
 * without gaps or duplicates. With `isResumable`, the cursor of an item is an event's id, so that it can be
 * read again.
 */
export class LogGroup implements Group {
  readonly #log: ReplayableLog
  readonly #run: RunItem
  readonly #tools: Tools
  readonly #isResumable: boolean
  readonly #listeners = new Set<(output: Output) => void>()
  readonly #payloads: ShortCache<Output>
  readonly #endListening: () => void
  readonly #items: ReplayReader<unknown>
  readonly #outputs: OutputSource
  #position: Cursor
  #isClosed = false

  constructor({ subscribe, log }: Source, run: RunItem, tools: Tools, isResumable: boolean) {
    this.#log = log
    this.#run = run
    this.#tools = tools
    this.#isResumable = isResumable
    this.#payloads = shortCache(MAX_REMEMBERED, ({ payload }) => payload.bytes + OVERHEAD)
    // After a loss of commits, another event may have the same id.
    this.#endListening = tools.services.lineage.onChange(() => this.#payloads.clear())
    this.#position = log.position()
    this.#items = new ReplayReader<unknown>({
      start: this.#position,
      cursorOf: (item) => log.cursorOf(item),
      subscribe,
      position: () => log.position(),
      read: async (after) => {
        const { items: entries, ...page } = await log.read(after)
        return { entries, ...page }
      },
      sizeOf: () => 1,
      maxSize: MAX_ITEMS,
    })
    this.#outputs = {
      subscribe: (listener) => this.#subscribe(listener),
      position: () => this.#position,
      ...(isResumable && { read: (after: Cursor) => this.#readAgain(after) }),
    }
    void this.#serve()
  }

  join(subscriber: Subscriber, start: Cursor | null): () => void {
    const stream = new SubscriberStream(this.#outputs, subscriber, start ?? this.#position, this.#tools)
    return () => stream.close()
  }

  close(): void {
    this.#isClosed = true
    this.#endListening()
    this.#items.close()
  }

  #subscribe(listener: (output: Output) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async #outputOf(item: unknown): Promise<Output> {
    const cursor = this.#log.cursorOf(item)
    return { payload: await this.#run(item, this.#isResumable ? eventIdOf(cursor) : undefined), at: cursor }
  }

  async #serve(): Promise<void> {
    const takeBatch = () => this.#items.takeBatch()
    const until = { log: this.#tools.log, isOver: () => this.#isClosed }
    for (await this.#items.itemsAvailable(); !this.#isClosed; await this.#items.itemsAvailable()) {
      const taken = await retryRead(takeBatch, until)
      for await (const output of mapInBatches(taken ?? [], (item) => this.#outputOf(item))) {
        this.#position = output.at
        for (const listener of this.#listeners) listener(output)
      }
    }
  }

  async #readAgain(after: Cursor) {
    const { items, ...page } = await this.#log.read(after)
    if (after.position < (await this.#log.forgotten())) return null
    const entries = items.map((item): DeferredOutput => {
      const at = this.#log.cursorOf(item)
      return { at, make: () => this.#payloads.getOrCreate(eventIdOf(at), () => this.#outputOf(item)) }
    })
    return { entries, ...page }
  }
}
