import { BEGINNING, type Cursor } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { ReplayableLog } from './log-group.ts'

/** Converts a source without a past to one in a log without a past. Items are numbered on arrival. */
export function numberItems({ subscribe }: SubscriptionSource): {
  subscribe: SubscriptionSource['subscribe']
  log: ReplayableLog
} {
  const positions = new WeakMap<object, Cursor>()
  let last = BEGINNING
  return {
    subscribe: (listener) =>
      subscribe((item) => {
        last = { position: 0, id: last.id + 1 }
        positions.set(item as object, last)
        listener(item)
      }),
    log: {
      start: BEGINNING,
      position: () => last,
      cursorOf: (item) => positions.get(item as object) ?? BEGINNING,
      read: (after) => Promise.resolve({ items: [], position: after, more: false }),
      forgotten: () => Promise.resolve(0),
    },
  }
}
