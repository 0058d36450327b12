import { setTimeout as sleep } from 'node:timers/promises'
import { BEGINNING } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { Group } from './log-group.ts'
import type { Subscriber } from './subscriber.ts'
import type { RunItem } from './item-runner.ts'

/**
 * A group on a topic whose answer is the present state: a member is sent it at once, then all of them whenever it has
 * become another, looked at after each item, at most as often as the topic allows.
 */
export function createStateGroup(
  { subscribe: subscribe }: SubscriptionSource,
  currentState: NonNullable<SubscriptionSource['currentState']>,
  run: RunItem,
): Group {
  const { item, everyMs } = currentState
  /** What each member was sent last; null for who waits for the first. */
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
