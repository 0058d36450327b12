import type { Cursor } from '../events/cursor.ts'

/** One batch of past items. */
export type ReplayPage<Item> = { items: Item[]; position: Cursor; more: boolean }

/** Source of a subscription field's items. The server runs the operation once for each item. */
export type SubscriptionSource<Item = unknown> = AsyncIterable<Item> & {
  /**
   * Sources with the same key emit the same items. Subscribers with the same document, variables and
   * visibility can share one execution.
   */
  key: string
  /** Subscribes to later items, in order. Returns a function that unsubscribes. */
  subscribe: (listener: (item: Item) => void) => () => void
  /** For sources in the event log. */
  log?: {
    /** Cursor at which the subscriber starts. */
    start: Cursor
    /** Position of the live feed. */
    position: () => Cursor
    cursorOf: (item: Item) => Cursor
    /** Reads the items after a cursor, in order. */
    read(after: Cursor): Promise<ReplayPage<Item>>
    /** Returns the highest number that was deleted from the log. */
    forgotten(): Promise<number>
  }
  /**
   * For sources of the current state, whose items only signal a possible change. Runs once at the start with
   * `item`, then at most once per `everyMs` milliseconds.
   */
  currentState?: { item: Item; everyMs: number }
}

const MAX_WAITING = 1_000

/**
 * Creates a source. Iterating it yields its live items and fails when a reader is more than 1,000 items
 * behind.
 */
export function subscriptionSource<Item>(
  source: Omit<SubscriptionSource<Item>, typeof Symbol.asyncIterator>,
): SubscriptionSource<Item> {
  return { ...source, [Symbol.asyncIterator]: () => iterate(source.subscribe) }
}

/** Whether a value is a subscription source. */
export function isSubscriptionSource(value: unknown): value is SubscriptionSource {
  return typeof value === 'object' && value !== null && 'subscribe' in value && 'key' in value
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
