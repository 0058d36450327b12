import { compareCursors, type Cursor } from '../../events/cursor.ts'

/** A source of ordered entries, past and future. */
type ReplaySource<Entry> = {
  start: Cursor
  cursorOf(entry: Entry): Cursor
  /** Subscribes to later entries, in order. Returns a function that unsubscribes. */
  subscribe(listener: (entry: Entry) => void): () => void
  /** Position of the live feed. A listener added now receives every entry after it. */
  position(): Cursor
  /** Reads the entries after a cursor, in order. `reached` is the end of the read range. */
  read(after: Cursor): Promise<{ entries: Entry[]; position: Cursor; more: boolean }>
  /** Size of a buffered entry. */
  sizeOf(entry: Entry): number
  /** Maximum total size of buffered entries. Beyond it, the buffer is dropped and read again later. */
  maxSize: number
}

export type ReplayReader<Entry> = {
  /** Returns the next entries, in order, possibly none. Must not be called concurrently. */
  takeBatch: () => Promise<Entry[]>
  /** Whether all current entries have been taken. A listener added now then misses none. */
  isCaughtUp(): boolean
  /** Waits until entries are available, or until it is closed. */
  itemsAvailable(): Promise<void>
  close: () => void
}

/**
 * Reads a source from a cursor onwards in bounded memory. Returns every entry once, in order, at any pace.
 */
export function createReplayReader<Entry>(source: ReplaySource<Entry>): ReplayReader<Entry> {
  let cursor = source.start
  let buffer: Entry[] = []
  let size = 0
  /** Number of times that the buffer was dropped. */
  let drops = 0
  /** Whether entries before the buffer may remain to be read. */
  let behind = compareCursors(source.position(), cursor) > 0
  let closed = false
  let wake = () => {}
  const isNew = (entry: Entry) => compareCursors(source.cursorOf(entry), cursor) > 0
  const stop = source.subscribe((entry) => {
    size += source.sizeOf(entry)
    if (buffer.length > 0 && size > source.maxSize) {
      buffer = []
      size = source.sizeOf(entry)
      drops++
      behind = true
    }
    buffer.push(entry)
    wake()
  })

  const read = async (): Promise<Entry[]> => {
    const before = drops
    const { entries, position, more } = await source.read(cursor)
    if (compareCursors(position, cursor) > 0) cursor = position
    // Entries dropped during the read may follow the range that was read.
    if (!more && drops === before) behind = false
    return entries
  }
  const takeBuffered = (): Entry[] => {
    const entries = buffer.filter(isNew)
    buffer = []
    size = 0
    const last = entries.at(-1)
    if (last !== undefined) cursor = source.cursorOf(last)
    return entries
  }
  return {
    takeBatch: () => (behind ? read() : Promise.resolve(takeBuffered())),
    isCaughtUp: () => !behind && !buffer.some(isNew),
    async itemsAvailable() {
      while (!closed && !behind && buffer.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    },
    close() {
      closed = true
      stop()
      wake()
    },
  }
}
