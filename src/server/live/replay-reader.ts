import { compareCursors, type Cursor } from '../../events/cursor.ts'

/** Things that have places in an order, some already there and some to come. */
export type TrailSource<Entry> = {
  start: Cursor
  placeOf(entry: Entry): Cursor
  /** Hears every later entry in order; returns what ends it. */
  live(hear: (entry: Entry) => void): () => void
  /** Everything after this place is heard by who begins to hear now. */
  reached(): Cursor
  /** Entries after a place, in order, and how far they reach. */
  read(after: Cursor): Promise<{ entries: Entry[]; reached: Cursor; more: boolean }>
  /** What an entry counts for while it waits to be taken. */
  weightOf(entry: Entry): number
  /** How much may wait; when it is more, all of it is let go and read again later. */
  most: number
}

export type Trail<Entry> = {
  /** The next entries, in order; may be none. Not to be called again before it has answered. */
  take(): Promise<Entry[]>
  /** Whether everything so far has been taken, so that whoever hears from now on misses nothing. */
  caughtUp(): boolean
  /** Waits until there is something to take, or until it is closed. */
  something(): Promise<void>
  close(): void
}

/**
 * Follows a source from a place on: every entry after it once, in order, however slowly they are taken and however
 * many come meanwhile, in bounded memory.
 */
export function createTrail<Entry>(source: TrailSource<Entry>): Trail<Entry> {
  let mark = source.start
  let heard: Entry[] = []
  let weight = 0
  /** Counts what was heard and let go, to be read again. */
  let losses = 0
  /** Whether there may be something to read before what was heard. */
  let behind = compareCursors(source.reached(), mark) > 0
  let closed = false
  let wake = () => {}
  const isNew = (entry: Entry) => compareCursors(source.placeOf(entry), mark) > 0
  const stop = source.live((entry) => {
    weight += source.weightOf(entry)
    if (heard.length > 0 && weight > source.most) {
      heard = []
      weight = source.weightOf(entry)
      losses++
      behind = true
    }
    heard.push(entry)
    wake()
  })

  const read = async (): Promise<Entry[]> => {
    const before = losses
    const { entries, reached, more } = await source.read(mark)
    if (compareCursors(reached, mark) > 0) mark = reached
    // What was let go during the reading may have come after it.
    if (!more && losses === before) behind = false
    return entries
  }
  const takeHeard = (): Entry[] => {
    const entries = heard.filter(isNew)
    heard = []
    weight = 0
    const last = entries.at(-1)
    if (last !== undefined) mark = source.placeOf(last)
    return entries
  }
  return {
    take: () => (behind ? read() : Promise.resolve(takeHeard())),
    caughtUp: () => !behind && !heard.some(isNew),
    async something() {
      while (!closed && !behind && heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    },
    close() {
      closed = true
      stop()
      wake()
    },
  }
}
