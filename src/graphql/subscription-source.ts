import type { Cursor } from '../events/cursor.ts'

/** One run of what lies behind a reader. */
export type ReplayPage<Item> = { items: Item[]; position: Cursor; more: boolean }

/** Where the items of a subscription field come from. Whoever serves the operation runs it once for each item. */
export type SubscriptionSource<Item = unknown> = AsyncIterable<Item> & {
  /** Equal keys stand for equal items: who asks the same of them with the same sight can share the answers. */
  key: string
  /** Hears every later item in its order; returns what ends it. */
  subscribe(listener: (item: Item) => void): () => void
  /** Of topics in the event log. */
  log?: {
    /** Where the subscriber begins. */
    start: Cursor
    /** How far the live items have come. */
    position(): Cursor
    cursorOf(item: Item): Cursor
    /** What lies after a cursor, in order. */
    read(after: Cursor): Promise<ReplayPage<Item>>
  }
  /**
   * Of topics whose answer is the present state, an item only saying that it may have changed: it is run once at the
   * start with this item, then at most as often as this many milliseconds allow.
   */
  currentState?: { item: Item; everyMs: number }
}

const MAX_WAITING = 1_000

/** Makes a topic, which can also be iterated over: its live items, until somebody is more than 1,000 of them behind. */
export function subscriptionSource<Item>(
  source: Omit<SubscriptionSource<Item>, typeof Symbol.asyncIterator>,
): SubscriptionSource<Item> {
  return { ...source, [Symbol.asyncIterator]: () => iterate(source.subscribe) }
}

/** Whether a subscription field's source is a topic. */
export function isSubscriptionSource(value: unknown): value is SubscriptionSource {
  return typeof value === 'object' && value !== null && 'live' in value && 'key' in value
}

function iterate<Item>(subscribe: SubscriptionSource<Item>['subscribe']): AsyncIterator<Item> {
  const waiting: Item[] = []
  let ended = false
  let overflown = false
  let wake = () => {}
  const stop = subscribe((item) => {
    overflown ||= waiting.push(item) > MAX_WAITING
    wake()
  })
  const end = () => {
    ended = true
    stop()
    wake()
    return Promise.resolve({ done: true as const, value: undefined })
  }
  return {
    async next() {
      while (!ended && !overflown && waiting.length === 0)
        await new Promise<void>((resolve) => (wake = resolve))
      if (overflown) {
        await end()
        throw new Error('The reader was too slow')
      }
      const item = waiting.shift()
      return ended || item === undefined ? { done: true, value: undefined } : { done: false, value: item }
    },
    return: end,
  }
}
