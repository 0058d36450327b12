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

/**
 * Creates a group on a source in the event log. Each item is run once for all members. A member that starts
 * in the past or falls behind receives outputs from the log at its own pace. It then continues with the
 * others, without gaps or duplicates. With `resumable`, the cursor of an item is an event's id, so that it
 * can be read again.
 */
export function createLogGroup(
  { subscribe, log }: { subscribe: SubscriptionSource['subscribe']; log: ReplayableLog },
  run: RunItem,
  graphql: Pick<GraphqlEngine, 'services' | 'log'> & { share: Share },
  resumable: boolean,
): Group {
  const listeners = new Set<(output: Output) => void>()
  const payloads = shortCache<Output>(MAX_REMEMBERED, ({ payload }) => payload.bytes + OVERHEAD)
  // After a loss of commits, another event may have the same id.
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
    subscribe,
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
