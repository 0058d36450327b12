import { eventIdOf, type Cursor } from '../../events/cursor.ts'
import { prunedPosition } from '../../events/event-log.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { mapInBatches } from './map-in-batches.ts'
import { createSubscriberStream, type OutputSource } from './subscriber-stream.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { persist, type Share } from './persist.ts'
import { shortCache } from './short-cache.ts'
import type { RunItem } from './item-runner.ts'
import { createReplayReader } from './replay-reader.ts'

/** Subscribers whose answers are the same. */
export type Group = {
  /** Sends a member everything after `start` (null: from now on), each once, in order; returns what ends it. */
  join(subscriber: Subscriber, start: Cursor | null): () => void
  close(): void
}

export type ReplayableLog = NonNullable<SubscriptionSource['log']>

/** How many items may wait to be run before the log is read again. */
const MAX_ITEMS = 2_000
/** How much is remembered for the next member that catches up, in bytes. */
const MAX_REMEMBERED = 1_000_000
/** What a remembered answer takes besides its text. */
const OVERHEAD = 500

/**
 * A group on a topic in the event log: each item is run once for all of its members. Who begins in the past, or does not
 * keep up, is sent what the log has, at the speed of its reading, and then goes on with the others, with neither gap nor
 * repetition. `resumable` says that an item's place is an event's id, so that it can be read again.
 */
export function createLogGroup(
  { subscribe: subscribe, log }: { subscribe: SubscriptionSource['subscribe']; log: ReplayableLog },
  run: RunItem,
  graphql: Pick<GraphqlEngine, 'services' | 'log'> & { share: Share },
  resumable: boolean,
): Group {
  const listeners = new Set<(output: Output) => void>()
  const payloads = shortCache<Output>(MAX_REMEMBERED, ({ payload }) => payload.bytes + OVERHEAD)
  // Where commits were lost, another event may come to the same place.
  const endListening = graphql.services.lineage.onChange(payloads.forget)
  let at = log.position()
  let closed = false

  const answer = async (item: unknown): Promise<Output> => {
    const cursor = log.cursorOf(item)
    return { payload: await run(item, resumable ? eventIdOf(cursor) : undefined), at: cursor }
  }
  const items = createReplayReader<unknown>({
    start: at,
    cursorOf: log.cursorOf,
    subscribe: subscribe,
    position: log.position,
    read: async (after) => {
      const { items: entries, ...page } = await log.read(after)
      return { entries, ...page }
    },
    sizeOf: () => 1,
    maxSize: MAX_ITEMS,
  })
  const serve = async () => {
    for (await items.itemsAvailable(); !closed; await items.itemsAvailable()) {
      const taken = await persist(items.takeBatch, { log: graphql.log, isOver: () => closed })
      for await (const output of mapInBatches(taken ?? [], answer)) {
        at = output.at
        for (const listener of listeners) listener(output)
      }
    }
  }
  const readAgain: NonNullable<OutputSource['read']> = async (after) => {
    const { items: found, ...page } = await log.read(after)
    if (after.position <= (await prunedPosition(graphql.services.db))) return null
    const entries = found.map((item) => {
      const cursor = log.cursorOf(item)
      return { at: cursor, make: () => payloads.getOrCreate(eventIdOf(cursor), () => answer(item)) }
    })
    return { entries, ...page }
  }
  const outputs: OutputSource = {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    position: () => at,
    ...(resumable && { read: readAgain }),
  }
  void serve()

  return {
    join: (subscriber, start) => createSubscriberStream(outputs, subscriber, start ?? at, graphql),
    close() {
      closed = true
      endListening()
      items.close()
    },
  }
}
