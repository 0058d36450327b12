import { BEGINNING, type Cursor } from '../../events/cursor.ts'
import type { Topic } from '../../graphql/subscription-source.ts'
import type { Log } from './log-group.ts'

/** A topic that only has items to come, as one in a log that has no past: its items are numbered as they come. */
export function numbered({ live }: Topic): { live: Topic['live']; log: Log } {
  const places = new WeakMap<object, Cursor>()
  let last = BEGINNING
  return {
    live: (hear) =>
      live((item) => {
        last = { position: 0, id: last.id + 1 }
        places.set(item as object, last)
        hear(item)
      }),
    log: {
      start: BEGINNING,
      reached: () => last,
      cursorOf: (item) => places.get(item as object) ?? BEGINNING,
      read: (after) => Promise.resolve({ items: [], reached: after, more: false }),
    },
  }
}
