import { compareCursors, type Cursor } from '../../events/cursor.ts'

/** A source of ordered entries, past and future. */
type ReplaySource<Entry> = {
  start: Cursor
  cursorOf(entry: Entry): Cursor
  /** Subscribes to later entries, in order. Returns a function that unsubscribes. */
  subscribe(listener: (entry: Entry) => void): () => void
  /** Position of the live feed. A listener added now receives every entry after it. */
  position(): Cursor
  /** Reads the entries after a cursor, in order. `position` is the end of the range that was read. */
  read(after: Cursor): Promise<{ entries: Entry[]; position: Cursor; more: boolean }>
  /** Size of a buffered entry. */
  sizeOf(entry: Entry): number
  /** Maximum total size of buffered entries. Beyond it, the buffer is dropped and read again later. */
  maxSize: number
}

/**
 * Reads a source from a cursor onwards in bounded memory. Returns every entry once, in order, at any pace.
 */
export class ReplayReader<Entry> {
  readonly #source: ReplaySource<Entry>
  readonly #unsubscribe: () => void
  #cursor: Cursor
  #buffer: Entry[] = []
  #size = 0
  /** Number of times that the buffer was dropped. */
  #drops = 0
  /** Whether entries before the buffer may remain to be read. */
  #isBehind: boolean
  #isClosed = false
  #wake = () => {}

  constructor(source: ReplaySource<Entry>) {
    this.#source = source
    this.#cursor = source.start
    this.#isBehind = compareCursors(source.position(), source.start) > 0
    this.#unsubscribe = source.subscribe((entry) => this.#add(entry))
  }

  /** Returns the next entries, in order, possibly none. Must not be called concurrently. */
  takeBatch(): Promise<Entry[]> {
    return this.#isBehind ? this.#read() : Promise.resolve(this.#takeBuffered())
  }

  /** Whether all current entries have been taken. A listener added now then misses none. */
  isCaughtUp(): boolean {
    return !this.#isBehind && !this.#buffer.some((entry) => this.#isNew(entry))
  }

  /** Waits until entries are available, or until it is closed. */
  async itemsAvailable(): Promise<void> {
    while (!this.#isClosed && !this.#isBehind && this.#buffer.length === 0)
      await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#wake()
  }

  #isNew(entry: Entry): boolean {
    return compareCursors(this.#source.cursorOf(entry), this.#cursor) > 0
  }

  #add(entry: Entry): void {
    const size = this.#source.sizeOf(entry)
    this.#size += size
    if (this.#buffer.length > 0 && this.#size > this.#source.maxSize) {
      this.#buffer = []
      this.#size = size
      this.#drops++
      this.#isBehind = true
    }
    this.#buffer.push(entry)
    this.#wake()
  }

  async #read(): Promise<Entry[]> {
    const before = this.#drops
    const { entries, position, more } = await this.#source.read(this.#cursor)
    if (compareCursors(position, this.#cursor) > 0) this.#cursor = position
    // Entries dropped during the read may follow the range that was read.
    if (!more && this.#drops === before) this.#isBehind = false
    return entries
  }

  #takeBuffered(): Entry[] {
    const entries = this.#buffer.filter((entry) => this.#isNew(entry))
    this.#buffer = []
    this.#size = 0
    const last = entries.at(-1)
    if (last !== undefined) this.#cursor = this.#source.cursorOf(last)
    return entries
  }
}
