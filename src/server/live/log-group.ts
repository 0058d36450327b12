import { eventIdOf, type Cursor } from '../../events/cursor.ts'
import { forgottenPosition } from '../../events/event-log.ts'
import type { Topic } from '../../graphql/subscription-source.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { inRuns } from './map-in-batches.ts'
import { followOutputs, type Outputs } from './subscriber-stream.ts'
import type { Member, Output } from './subscriber.ts'
import { persist, type Share } from './persist.ts'
import { recently } from './short-cache.ts'
import type { Run } from './item-runner.ts'
import { createTrail } from './replay-reader.ts'

/** Subscribers whose answers are the same. */
export type Group = {
  /** Sends a member everything after `start` (null: from now on), each once, in order; returns what ends it. */
  join(member: Member, start: Cursor | null): () => void
  close(): void
}

export type Log = NonNullable<Topic['log']>

/** How many items may wait to be run before the log is read again. */
const MOST_ITEMS = 2_000
/** How much is remembered for the next member that catches up, in bytes. */
const MOST_REMEMBERED = 1_000_000
/** What a remembered answer takes besides its text. */
const OVERHEAD = 500

/**
 * A group on a topic in the event log: each item is run once for all of its members. Who begins in the past, or does not
 * keep up, is sent what the log has, at the speed of its reading, and then goes on with the others, with neither gap nor
 * repetition. `resumable` says that an item's place is an event's id, so that it can be read again.
 */
export function createLogGroup(
  { live, log }: { live: Topic['live']; log: Log },
  run: Run,
  graphql: Pick<GraphqlEngine, 'services' | 'log'> & { share: Share },
  resumable: boolean,
): Group {
  const hearing = new Set<(output: Output) => void>()
  const remembered = recently<Output>(MOST_REMEMBERED, ({ payload }) => payload.bytes + OVERHEAD)
  // Where commits were lost, another event may come to the same place.
  const endListening = graphql.services.lineage.onChange(remembered.forget)
  let at = log.reached()
  let closed = false

  const answer = async (item: unknown): Promise<Output> => {
    const place = log.cursorOf(item)
    return { payload: await run(item, resumable ? eventIdOf(place) : undefined), at: place }
  }
  const items = createTrail<unknown>({
    start: at,
    placeOf: log.cursorOf,
    live,
    reached: log.reached,
    read: async (after) => {
      const { items: entries, ...page } = await log.read(after)
      return { entries, ...page }
    },
    weightOf: () => 1,
    most: MOST_ITEMS,
  })
  const serve = async () => {
    for (await items.something(); !closed; await items.something()) {
      const taken = await persist(items.take, { log: graphql.log, isOver: () => closed })
      for await (const output of inRuns(taken ?? [], answer)) {
        at = output.at
        for (const hear of hearing) hear(output)
      }
    }
  }
  const readAgain: NonNullable<Outputs['read']> = async (after) => {
    const { items: found, ...page } = await log.read(after)
    if (after.position <= (await forgottenPosition(graphql.services.db))) return null
    const entries = found.map((item) => {
      const place = log.cursorOf(item)
      return { at: place, make: () => remembered.recall(eventIdOf(place), () => answer(item)) }
    })
    return { entries, ...page }
  }
  const outputs: Outputs = {
    live(hear) {
      hearing.add(hear)
      return () => void hearing.delete(hear)
    },
    reached: () => at,
    ...(resumable && { read: readAgain }),
  }
  void serve()

  return {
    join: (member, start) => followOutputs(outputs, member, start ?? at, graphql),
    close() {
      closed = true
      endListening()
      items.close()
    },
  }
}
