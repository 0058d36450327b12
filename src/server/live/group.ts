import { compareCursors, eventIdOf, type Cursor } from '../../events/cursor.ts'
import type { Topic } from '../../graphql/topic.ts'
import { inRuns } from './in-runs.ts'
import type { Payload } from './payload.ts'
import { persist, type Persistence } from './persist.ts'
import type { Run } from './runner.ts'
import { createTrail, type Trail } from './trail.ts'

/** A payload and its place in the order of its topic. */
export type Output = { payload: Payload; at: Cursor }

/** Who is sent what a group's operation answers. */
export type Member = {
  /** Whether what is sent now would wait. */
  full(): boolean
  /** Waits until it would not. */
  room(): Promise<void>
  next(output: Output): void
}

/** Subscribers whose answers are the same. */
export type Group = {
  /** Sends a member everything after `start` (null: from now on), each once, in order; returns what ends it. */
  join(member: Member, start: Cursor | null): () => void
  close(): void
}

export type Log = NonNullable<Topic['log']>

/** How many items may wait to be run, and how many payloads for a member that is still behind, before the log is read again. */
const MOST_ITEMS = 2_000
const MOST_OUTPUTS = 200
/** How many payloads are remembered for the next member that catches up. */
const MOST_REMEMBERED = 300

/**
 * A group on a topic in the event log: each item is run once for all of its members. Who begins in the past is first
 * sent what the log has, at the speed of its reading, and then goes on with the others, with neither gap nor repetition.
 * `resumable` says that an item's place is an event's id.
 */
export function createLogGroup(
  { live, log }: { live: Topic['live']; log: Log },
  run: Run,
  persistence: Persistence,
  resumable: boolean,
): Group {
  const hearing = new Set<(output: Output) => void>()
  const remembered = new Map<string, Promise<Output>>()
  let at = log.reached()
  let catchingUp = 0
  let closed = false

  const answer = async (item: unknown): Promise<Output> => {
    const place = log.cursorOf(item)
    return { payload: await run(item, resumable ? eventIdOf(place) : undefined), at: place }
  }
  const answerOnce = (item: unknown): Promise<Output> => {
    const id = eventIdOf(log.cursorOf(item))
    const known = remembered.get(id) ?? answer(item)
    remembered.set(id, known)
    const [oldest] = remembered.keys()
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    return known
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
    most: MOST_ITEMS,
  })
  const serve = async () => {
    for (await items.something(); !closed; await items.something()) {
      const taken = await persist(items.take, { ...persistence, isOver: () => closed })
      for await (const output of inRuns(taken ?? [], answer)) {
        at = output.at
        for (const hear of hearing) hear(output)
      }
    }
  }
  const listen = (hear: (output: Output) => void) => {
    hearing.add(hear)
    return () => void hearing.delete(hear)
  }
  const outputsFrom = (start: Cursor): Trail<Output> =>
    createTrail<Output>({
      start,
      placeOf: (output) => output.at,
      live: listen,
      reached: () => at,
      read: async (after) => {
        const { items: found, ...page } = await log.read(after)
        return { entries: await Array.fromAsync(inRuns(found, answerOnce)), ...page }
      },
      most: MOST_OUTPUTS,
    })
  void serve()

  return {
    join(member, start) {
      let mark = start ?? at
      const trail = outputsFrom(mark)
      let left = false
      let leave = trail.close
      const send = (output: Output) => {
        if (compareCursors(output.at, mark) <= 0) return
        mark = output.at
        member.next(output)
      }
      const goOn = () => {
        trail.close()
        leave = listen(send)
      }
      const catchUp = async () => {
        catchingUp++
        while (!left && !trail.caughtUp()) {
          for (const output of (await persist(trail.take, { ...persistence, isOver: () => left })) ?? []) {
            while (member.full() && !left) await member.room()
            if (!left) send(output)
          }
        }
        if (--catchingUp === 0) remembered.clear()
        // From the last look until here nothing can have come in between.
        if (!left) goOn()
      }
      if (trail.caughtUp()) goOn()
      else void catchUp()
      return () => {
        left = true
        leave()
      }
    },
    close() {
      closed = true
      items.close()
    },
  }
}
