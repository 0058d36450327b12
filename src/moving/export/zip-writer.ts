import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive: its bytes before compression, their SHA-256, and its rows if it has any. */
export type FileEntry = { rows: number | null; bytes: number; sha256: string }

type AddOptions = {
  /** Whether to compress it. Pictures are compressed already. Default true. */
  compress?: boolean
  /** Returns the number of rows after the last chunk. */
  rowsOf?: () => number
}

const CHUNK_AHEAD = 256 * 1024

/**
 * Writes a zip archive whose files are read one after another, as fast as its bytes are read. Nothing but chunks is
 * held in memory.
 */
export class ZipWriter {
  readonly files: Record<string, FileEntry> = {}
  readonly #zip = new ZipFile()
  readonly #output = this.#zip.outputStream as Readable
  readonly #aborted = new AbortController()
  readonly #mtime: Date

  /** All files have the time `mtime`. */
  constructor(mtime: Date) {
    this.#mtime = mtime
    this.#output.once('close', () => this.#aborted.abort())
    this.#zip.on('error', (error: Error) => this.#output.destroy(error))
  }

  /**
   * Adds a file. Returns after its last chunk was read.
   * @throws the error of `chunks`, and Error if the archive is read no further
   */
  async add(
    name: string,
    chunks: AsyncIterable<Buffer>,
    { compress = true, rowsOf }: AddOptions = {},
  ): Promise<void> {
    const hash = createHash('sha256')
    let bytes = 0
    const stream = Readable.from(
      measured(chunks, hash, (length) => (bytes += length)),
      {
        objectMode: false,
        highWaterMark: CHUNK_AHEAD,
      },
    )
    this.#zip.addReadStream(stream, name, { mtime: this.#mtime, mode: 0o100_644, compress })
    try {
      await finished(stream, { signal: this.#aborted.signal })
    } catch (error) {
      stream.destroy()
      throw error
    }
    this.files[name] = { rows: rowsOf?.() ?? null, bytes, sha256: hash.digest('hex') }
  }

  /**
   * Returns the bytes of the archive, while `write` adds its files. An error of `write` ends them.
   */
  async *bytes(write: () => Promise<void>): AsyncGenerator<Buffer> {
    const writing = write().then(
      () => this.#zip.end(),
      (error: Error) => this.#output.destroy(error),
    )
    try {
      for await (const chunk of this.#output) yield chunk as Buffer
    } finally {
      if (!this.#output.destroyed) {
        this.#output.destroy()
        await once(this.#output, 'close')
      }
      await writing
    }
  }
}

async function* measured(
  chunks: AsyncIterable<Buffer>,
  hash: { update: (chunk: Buffer) => unknown },
  add: (length: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    add(chunk.length)
    yield chunk
  }
}
