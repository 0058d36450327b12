import { setTimeout as sleep } from 'node:timers/promises'
import { BEGINNING } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { Group } from './log-group.ts'
import type { Subscriber } from './subscriber.ts'
import type { RunItem } from './item-runner.ts'

type CurrentState = NonNullable<SubscriptionSource['currentState']>

/**
 * A group on a source of the current state. A member receives the state at once, and then each change. The
 * state is computed after an item, at most as often as the source allows.
 */
export class StateGroup implements Group {
  readonly #state: CurrentState
  readonly #run: RunItem
  readonly #unsubscribe: () => void
  /** JSON last sent to each member. Null before the first. */
  readonly #members = new Map<Subscriber, string | null>()
  #hasChanged = false
  #isServing = false
  #isClosed = false

  constructor({ subscribe }: SubscriptionSource, currentState: CurrentState, run: RunItem) {
    this.#state = currentState
    this.#run = run
    this.#unsubscribe = subscribe(() => {
      this.#hasChanged = true
      void this.#serve()
    })
  }

  join(subscriber: Subscriber): () => void {
    this.#members.set(subscriber, null)
    void this.#serve()
    return () => void this.#members.delete(subscriber)
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return
    this.#isServing = true
    while (!this.#isClosed && (this.#hasChanged || [...this.#members.values()].includes(null))) {
      await this.#publish()
      await sleep(this.#state.everyMs)
    }
    this.#isServing = false
  }

  async #publish(): Promise<void> {
    this.#hasChanged = false
    const waiting = [...this.#members.keys()]
    const payload = await this.#run(this.#state.item)
    for (const subscriber of waiting) {
      if (!this.#members.has(subscriber) || this.#members.get(subscriber) === payload.json) continue
      this.#members.set(subscriber, payload.json)
      subscriber.next({ payload, at: BEGINNING })
    }
  }
}
