import { compareCursors, type Cursor } from '../../events/cursor.ts'
import { inRuns } from './map-in-batches.ts'
import type { Member, Output } from './subscriber.ts'
import { persist, type Persistence, type Share } from './persist.ts'
import { createTrail, type Trail } from './replay-reader.ts'

/** An output that is made when it is asked for. */
export type Promised = { at: Cursor; make(): Promise<Output> }

/** What a group has for its members. */
export type Outputs = {
  /** Hears every later output, in order; returns what ends it. */
  live(hear: (output: Output) => void): () => void
  /** Everything after this place is heard by who begins to hear now. */
  reached(): Cursor
  /**
   * What lies after a place; null when some of it is no longer there. Absent where nothing can be read again: all that
   * is heard is then sent at once.
   */
  read?: (after: Cursor) => Promise<{ entries: Promised[]; reached: Cursor; more: boolean } | null>
}

type Heard = Promised & { bytes?: number }

/** How much of what is heard during catching up may wait, in bytes. */
const MOST_BYTES = 200_000

/**
 * Sends a member every output after `start`, each once, in order; returns what ends it. While the member keeps up it is
 * sent what comes as it comes. When it does not, nothing is kept for it: once there is room again, it goes back to what
 * the log has after the last that it was sent, at the speed of its reading.
 */
export function followOutputs(
  { live, reached, read }: Outputs,
  member: Member,
  start: Cursor,
  { log, share }: Persistence & { share: Share },
): () => void {
  let mark = start
  let left = false
  let stop = () => {}

  const isOver = () => left
  const send = (output: Output) => {
    mark = output.at
    member.next(output)
  }
  const hear = (output: Output) => {
    if (compareCursors(output.at, mark) <= 0) return
    if (!read || member.fits(output.payload.bytes)) return send(output)
    stop()
    // All before it was sent, however long ago.
    mark = { ...output.at, id: output.at.id - 1 }
    void catchUp(read)
  }
  const catchUp = async (readAgain: NonNullable<Outputs['read']>) => {
    let caughtUp = false
    while (!left && !caughtUp)
      await member.inTurn(async () => {
        if (left) return
        const trail = trailFrom(mark, readAgain)
        stop = trail.close
        const isThrough = await sendWhatFits(trail)
        trail.close()
        // From this look until the next output is heard nothing can come in between.
        caughtUp = !left && isThrough && trail.caughtUp()
        if (caughtUp) stop = live(hear)
      })
  }
  /** Whether all of it was sent. */
  const sendWhatFits = async (trail: Trail<Promised>): Promise<boolean> => {
    while (!left && !trail.caughtUp()) if (!(await share(() => sendNext(trail)))) return false
    return !left
  }
  /** The same for the next of it. */
  const sendNext = async (trail: Trail<Promised>): Promise<boolean> => {
    if (left) return false
    const promised = (await persist(trail.take, { log, isOver })) ?? []
    for await (const output of inRuns(promised, ({ make }) => make())) {
      if (left || !member.fits(output.payload.bytes)) return false
      send(output)
    }
    return true
  }
  const trailFrom = (place: Cursor, readAgain: NonNullable<Outputs['read']>) =>
    createTrail<Heard>({
      start: place,
      placeOf: ({ at }) => at,
      weightOf: ({ bytes = 0 }) => bytes,
      most: MOST_BYTES,
      reached,
      live: (take) =>
        live((output) =>
          take({ at: output.at, bytes: output.payload.bytes, make: () => Promise.resolve(output) }),
        ),
      async read(after) {
        const page = await readAgain(after)
        if (page) return page
        member.giveUp()
        return { entries: [], reached: after, more: false }
      },
    })

  if (read && compareCursors(reached(), mark) > 0) void catchUp(read)
  else stop = live(hear)
  return () => {
    left = true
    stop()
  }
}
