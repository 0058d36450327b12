import { compareCursors, type Cursor } from '../../events/cursor.ts'
import { mapInBatches } from './map-in-batches.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { persist, type Persistence, type Share } from './persist.ts'
import { createReplayReader, type ReplayReader } from './replay-reader.ts'

/** An output that is made when it is asked for. */
export type DeferredOutput = { at: Cursor; make(): Promise<Output> }

/** What a group has for its members. */
export type OutputSource = {
  /** Hears every later output, in order; returns what ends it. */
  subscribe(listener: (output: Output) => void): () => void
  /** Everything after this place is heard by who begins to hear now. */
  position(): Cursor
  /**
   * What lies after a place; null when some of it is no longer there. Absent where nothing can be read again: all that
   * is heard is then sent at once.
   */
  read?: (after: Cursor) => Promise<{ entries: DeferredOutput[]; position: Cursor; more: boolean } | null>
}

type BufferedOutput = DeferredOutput & { bytes?: number }

/** How much of what is heard during catching up may wait, in bytes. */
const MAX_BYTES = 200_000

/**
 * Sends a member every output after `start`, each once, in order; returns what ends it. While the member keeps up it is
 * sent what comes as it comes. When it does not, nothing is kept for it: once there is room again, it goes back to what
 * the log has after the last that it was sent, at the speed of its reading.
 */
export function createSubscriberStream(
  { subscribe: subscribe, position: position, read }: OutputSource,
  subscriber: Subscriber,
  start: Cursor,
  { log, share }: Persistence & { share: Share },
): () => void {
  let mark = start
  let left = false
  let stop = () => {}

  const isOver = () => left
  const send = (output: Output) => {
    mark = output.at
    subscriber.next(output)
  }
  const listener = (output: Output) => {
    if (compareCursors(output.at, mark) <= 0) return
    if (!read || subscriber.canQueue(output.payload.bytes)) return send(output)
    stop()
    // All before it was sent, however long ago.
    mark = { ...output.at, id: output.at.id - 1 }
    void catchUp(read)
  }
  const catchUp = async (readAgain: NonNullable<OutputSource['read']>) => {
    let caughtUp = false
    while (!left && !caughtUp)
      await subscriber.runExclusive(async () => {
        if (left) return
        const reader = readerFrom(mark, readAgain)
        stop = reader.close
        const isThrough = await sendWhatFits(reader)
        reader.close()
        // From this look until the next output is heard nothing can come in between.
        caughtUp = !left && isThrough && reader.isCaughtUp()
        if (caughtUp) stop = subscribe(listener)
      })
  }
  /** Whether all of it was sent. */
  const sendWhatFits = async (reader: ReplayReader<DeferredOutput>): Promise<boolean> => {
    while (!left && !reader.isCaughtUp()) if (!(await share(() => sendNext(reader)))) return false
    return !left
  }
  /** The same for the next of it. */
  const sendNext = async (reader: ReplayReader<DeferredOutput>): Promise<boolean> => {
    if (left) return false
    const promised = (await persist(reader.takeBatch, { log, isOver })) ?? []
    for await (const output of mapInBatches(promised, ({ make }) => make())) {
      if (left || !subscriber.canQueue(output.payload.bytes)) return false
      send(output)
    }
    return true
  }
  const readerFrom = (cursor: Cursor, readAgain: NonNullable<OutputSource['read']>) =>
    createReplayReader<BufferedOutput>({
      start: cursor,
      cursorOf: ({ at }) => at,
      sizeOf: ({ bytes = 0 }) => bytes,
      maxSize: MAX_BYTES,
      position: position,
      subscribe: (take) =>
        subscribe((output) =>
          take({ at: output.at, bytes: output.payload.bytes, make: () => Promise.resolve(output) }),
        ),
      async read(after) {
        const page = await readAgain(after)
        if (page) return page
        subscriber.abort()
        return { entries: [], position: after, more: false }
      },
    })

  if (read && compareCursors(position(), mark) > 0) void catchUp(read)
  else stop = subscribe(listener)
  return () => {
    left = true
    stop()
  }
}
