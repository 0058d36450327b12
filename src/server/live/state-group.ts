import { setTimeout as sleep } from 'node:timers/promises'
import { BEGINNING } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { Group } from './log-group.ts'
import type { Subscriber } from './subscriber.ts'
import type { RunItem } from './item-runner.ts'

/**
 * Creates a group on a source of the current state. A member receives the state at once, and then each
 * change. The state is computed after an item, at most as often as the source allows.
 */
export function createStateGroup(
  { subscribe }: SubscriptionSource,
  currentState: NonNullable<SubscriptionSource['currentState']>,
  run: RunItem,
): Group {
  const { item, everyMs } = currentState
  /** JSON last sent to each member. Null before the first. */
  const members = new Map<Subscriber, string | null>()
  let changed = false
  let serving = false
  let closed = false

  const publish = async () => {
    changed = false
    const waiting = [...members.keys()]
    const payload = await run(item)
    for (const subscriber of waiting) {
      if (!members.has(subscriber) || members.get(subscriber) === payload.json) continue
      members.set(subscriber, payload.json)
      subscriber.next({ payload, at: BEGINNING })
    }
  }
  const serve = async () => {
    if (serving) return
    serving = true
    while (!closed && (changed || [...members.values()].includes(null))) {
      await publish()
      await sleep(everyMs)
    }
    serving = false
  }
  const stop = subscribe(() => {
    changed = true
    void serve()
  })
  return {
    join(subscriber) {
      members.set(subscriber, null)
      void serve()
      return () => void members.delete(subscriber)
    },
    close() {
      closed = true
      stop()
    },
  }
}
