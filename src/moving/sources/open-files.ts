import { createReadStream } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { SourceFault } from '../source-fault.ts'
import { compareNames, DEFAULT_MAX_ENTRIES, type ByteSource, type SourceFiles } from './source-files.ts'
import { openZip } from './zip.ts'

type OpenOptions = { maxEntries?: number | undefined }

/**
 * Opens a file, a zip archive or a folder of the disk as a source. Files whose names start with a dot, and links in
 * a folder, are left out. A zip archive is recognized by its first bytes.
 */
export async function openPath(path: string, options: OpenOptions = {}): Promise<SourceFiles> {
  const info = await stat(path)
  if (info.isDirectory()) return folderFiles(path, options.maxEntries ?? DEFAULT_MAX_ENTRIES)
  return openBytes(basename(path), diskBytes(path, info.size), options)
}

/** Opens bytes as a source: the files of a zip archive, else one file with the given name. */
export async function openBytes(
  name: string,
  bytes: ByteSource,
  { maxEntries = DEFAULT_MAX_ENTRIES }: OpenOptions = {},
): Promise<SourceFiles> {
  if (await isZip(bytes)) return openZip(bytes, maxEntries)
  return filesOf([{ name, bytes }])
}

/** A source of given files, such as stored answers. Names must be distinct. */
export function filesOf(entries: { name: string; bytes: ByteSource }[]): SourceFiles {
  const byName = new Map(entries.map(({ name, bytes }) => [name, bytes]))
  const bytesOf = (name: string) => {
    const bytes = byName.get(name)
    if (!bytes) throw new SourceFault('The source has no such file.', { file: name })
    return bytes
  }
  return {
    names: [...byName.keys()].sort(compareNames),
    sizeOf: (name) => bytesOf(name).size,
    open: async (name) => bytesOf(name).read(0, bytesOf(name).size),
    close: async () => {
      for (const { bytes } of entries) await bytes.close?.()
    },
  }
}

/** Bytes in memory. */
export const memoryBytes = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (start, end) => Readable.from(chunksOf(bytes.subarray(start, end)), { objectMode: false }),
})

const CHUNK = 64 * 1024

function* chunksOf(bytes: Uint8Array): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += CHUNK)
    yield Buffer.from(bytes.subarray(start, start + CHUNK))
}

/** Bytes of a file of the disk. */
function diskBytes(path: string, size: number): ByteSource {
  return {
    size,
    read: (start, end) => (end > start ? createReadStream(path, { start, end: end - 1 }) : Readable.from([])),
  }
}

async function isZip(bytes: ByteSource): Promise<boolean> {
  const parts: Buffer[] = []
  for await (const part of bytes.read(0, Math.min(4, bytes.size))) parts.push(part as Buffer)
  const start = Buffer.concat(parts).toString('latin1')
  return start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006'
}

async function folderFiles(folder: string, maxEntries: number): Promise<SourceFiles> {
  const entries: { name: string; bytes: ByteSource }[] = []
  const walk = async (path: string): Promise<void> => {
    for (const name of (await readdir(join(folder, path))).sort()) {
      if (name.startsWith('.')) continue
      const inside = path === '' ? name : `${path}/${name}`
      const info = await lstat(join(folder, inside))
      if (info.isDirectory()) await walk(inside)
      if (!info.isFile()) continue
      entries.push({ name: inside, bytes: diskBytes(join(folder, inside), info.size) })
      if (entries.length > maxEntries) throw new SourceFault(`The folder has more than ${maxEntries} files.`)
    }
  }
  await walk('')
  return filesOf(entries)
}
