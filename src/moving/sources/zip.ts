import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { SourceFault } from '../source-fault.ts'
import { compareNames, type ByteSource, type SourceFiles } from './source-files.ts'

const MAX_TOTAL_BYTES = 20 * 1024 ** 3
const MAX_RATIO = 100
/** Entries up to this size may have any compression. */
const FREE_BYTES = 1024 ** 2
/** Archives of up to this size, unpacked, may have any compression. */
const FREE_TOTAL_BYTES = 256 * 1024 ** 2
const MAX_NAME_LENGTH = 1_000

/** Reads ranges of a byte source for the library. */
class SourceRanges extends RandomAccessReader {
  readonly #bytes: ByteSource

  constructor(bytes: ByteSource) {
    super()
    this.#bytes = bytes
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#bytes.read(start, end)
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null)
  }
}

/**
 * Opens a zip archive. Nothing is unpacked under a name of the archive.
 * @throws SourceFault for a name that is absolute, doubled or contains `..`, a backslash or NUL, for links,
 * encryption, more than `maxEntries` entries, names over 1,000 characters, an entry over 1 MiB or an archive over 256
 * MiB that is compressed more than 100 times, and more than 20 GiB in total. The stream of an entry fails if its
 * bytes are not as many as its header states, or have another checksum.
 */
export async function openZip(bytes: ByteSource, maxEntries: number): Promise<SourceFiles> {
  const zip = await asFault(() =>
    fromRandomAccessReaderPromise(new SourceRanges(bytes), bytes.size, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
    }),
  )
  if (zip.entryCount > maxEntries)
    throw new SourceFault(`The archive has ${zip.entryCount} entries. The maximum is ${maxEntries}.`)
  const entries = await asFault(() => readEntries(zip, bytes.size))
  const entryOf = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new SourceFault('The archive has no such file.', { file: name })
    return entry
  }
  return {
    names: [...entries.keys()].sort(compareNames),
    sizeOf: (name) => entryOf(name).uncompressedSize,
    open: async (name) => Readable.from(bytesOf(zip, entryOf(name)), { objectMode: false }),
    close: async () => {
      zip.close()
      await bytes.close?.()
    },
  }
}

async function readEntries(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const names = new Set<string>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.length > MAX_NAME_LENGTH)
      throw new SourceFault(`A name in the archive has more than ${MAX_NAME_LENGTH} characters.`)
    const problem = problemOf(entry) ?? (names.has(entry.fileName) ? 'is in the archive twice' : null)
    if (problem) throw new SourceFault(`The entry ${JSON.stringify(entry.fileName)} ${problem}.`)
    names.add(entry.fileName)
    total += entry.uncompressedSize
    if (total > MAX_TOTAL_BYTES) throw new SourceFault('The archive contains more than 20 GiB.')
    if (total > FREE_TOTAL_BYTES && total > MAX_RATIO * size)
      throw new SourceFault(`The archive is compressed more than ${MAX_RATIO} times.`)
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  return entries
}

function problemOf(entry: Entry): string | null {
  const { fileName, compressedSize, uncompressedSize } = entry
  if (fileName.includes('\0')) return 'contains a NUL character in its name'
  if (fileName.split('/').includes('..')) return 'leads out of the archive'
  if (fileName.startsWith('/') || /^[a-z]:/i.test(fileName)) return 'has an absolute name'
  if (entry.isEncrypted()) return 'is encrypted'
  if (isLink(entry)) return 'is a link'
  if (uncompressedSize > FREE_BYTES && uncompressedSize > MAX_RATIO * compressedSize)
    return `is compressed more than ${MAX_RATIO} times`
  return null
}

const UNIX = 3
const LINK = 0o120000

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  return versionMadeBy >>> 8 === UNIX && ((externalFileAttributes >>> 16) & 0o170000) === LINK
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0
  const stream = await asFault(() => zip.openReadStreamPromise(entry), entry.fileName)
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const next = await asFault(() => chunks.next(), entry.fileName)
      if (next.done === true) break
      checksum = crc32(next.value, checksum)
      yield next.value
    }
  } finally {
    stream.destroy()
  }
  if (checksum !== entry.crc32)
    throw new SourceFault('The entry of the archive is damaged.', { file: entry.fileName })
}

/** Converts errors of the library, which are about the archive, to faults of the source. */
async function asFault<Result>(run: () => Promise<Result>, file?: string): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof SourceFault || isSystemError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceFault(`The archive cannot be read: ${reason}.`, { file })
  }
}

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error
