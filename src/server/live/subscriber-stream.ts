import { compareCursors, type Cursor } from '../../events/cursor.ts'
import { mapInBatches } from './map-in-batches.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { persist, type Persistence, type Share } from './persist.ts'
import { createReplayReader, type ReplayReader } from './replay-reader.ts'

/** An output that is computed on demand. */
export type DeferredOutput = { at: Cursor; make: () => Promise<Output> }

/** Outputs of a group. */
export type OutputSource = {
  /** Subscribes to later outputs, in order. Returns a function that unsubscribes. */
  subscribe: (listener: (output: Output) => void) => () => void
  /** Position of the live feed. A listener added now receives every output after it. */
  position: () => Cursor
  /**
   * Reads the outputs after a cursor. Null when some of them have been deleted. Absent for sources that
   * cannot be read again, whose outputs are sent at once.
   */
  read?: (after: Cursor) => Promise<{ entries: DeferredOutput[]; position: Cursor; more: boolean } | null>
}

type BufferedOutput = DeferredOutput & { bytes?: number }

/** Maximum size of live outputs buffered during a replay, in bytes. */
const MAX_BYTES = 200_000

/**
 * Sends a subscriber every output after `start` once, in order. Returns a function that unsubscribes. Live
 * outputs are sent at once while the subscriber keeps up. Otherwise nothing is buffered for it. Once its
 * queue has capacity, it receives the outputs from the log, after the last one sent, at its own pace.
 */
export function createSubscriberStream(
  { subscribe, position, read }: OutputSource,
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
    // All outputs before it have been sent.
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
        // No output can be missed between this check and the subscription.
        caughtUp = !left && isThrough && reader.isCaughtUp()
        if (caughtUp) stop = subscribe(listener)
      })
  }
  /** Sends the outputs that fit the queue. Returns whether all of them were sent. */
  const sendWhatFits = async (reader: ReplayReader<DeferredOutput>): Promise<boolean> => {
    while (!left && !reader.isCaughtUp()) if (!(await share(() => sendNext(reader)))) return false
    return !left
  }
  /** Sends the next batch of them, with the same result. */
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
      position,
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
