import { compareCursors, type Cursor } from '../../events/cursor.ts'

/** Things that have places in an order, some already there and some to come. */
export type ReplaySource<Entry> = {
  start: Cursor
  cursorOf(entry: Entry): Cursor
  /** Hears every later entry in order; returns what ends it. */
  subscribe(listener: (entry: Entry) => void): () => void
  /** Everything after this place is heard by who begins to hear now. */
  position(): Cursor
  /** Entries after a place, in order, and how far they reach. */
  read(after: Cursor): Promise<{ entries: Entry[]; position: Cursor; more: boolean }>
  /** What an entry counts for while it waits to be taken. */
  sizeOf(entry: Entry): number
  /** How much may wait; when it is more, all of it is let go and read again later. */
  maxSize: number
}

export type ReplayReader<Entry> = {
  /** The next entries, in order; may be none. Not to be called again before it has answered. */
  takeBatch(): Promise<Entry[]>
  /** Whether everything so far has been taken, so that whoever hears from now on misses nothing. */
  isCaughtUp(): boolean
  /** Waits until there is something to take, or until it is closed. */
  itemsAvailable(): Promise<void>
  close(): void
}

/**
 * Follows a source from a place on: every entry after it once, in order, however slowly they are taken and however
 * many come meanwhile, in bounded memory.
 */
export function createReplayReader<Entry>(source: ReplaySource<Entry>): ReplayReader<Entry> {
  let cursor = source.start
  let buffer: Entry[] = []
  let size = 0
  /** Counts what was heard and let go, to be read again. */
  let drops = 0
  /** Whether there may be something to read before what was heard. */
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
    const { entries, position: position, more } = await source.read(cursor)
    if (compareCursors(position, cursor) > 0) cursor = position
    // What was let go during the reading may have come after it.
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
