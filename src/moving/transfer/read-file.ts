import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import type { ByteSource } from '../sources/source-files.ts'
import { PART_BYTES } from './store-file.ts'

/** A stored file to read. */
type FileToRead = { organizationId: number; id: number; bytes: number; compressed: boolean }

/** Parts of a file that stay in memory, because an archive is read in many small ranges. */
const PARTS_IN_MEMORY = 4

/**
 * Returns the bytes of a stored file, which are read from the database part by part. At most 4 parts are in memory. A
 * compressed file can only be read from its start.
 */
export function storedBytes(db: Db, file: FileToRead): ByteSource {
  const { bytes, compressed } = file
  const parts = partReader(db, file)
  if (!compressed)
    return {
      size: bytes,
      read: (start, end) => Readable.from(rangeOf(parts, start, Math.min(end, bytes)), { objectMode: false }),
    }
  return { size: bytes, read: (start, end) => inflated(parts, start, end, bytes) }
}

type ReadPart = (number: number) => Promise<Buffer | null>

function partReader(db: Db, { organizationId, id }: FileToRead): ReadPart {
  const cache = new LRUCache<number, Promise<Buffer | null>>({ max: PARTS_IN_MEMORY })
  return (number) => {
    const cached = cache.get(number)
    if (cached) return cached
    const part = readPart(db, organizationId, id, number)
    cache.set(number, part)
    part.catch(() => cache.delete(number))
    return part
  }
}

/** A part, until an erasure closes its file. The driver parses `bytea` from hexadecimal digits, slower than base64. */
async function readPart(
  db: Db,
  organizationId: number,
  fileId: number,
  number: number,
): Promise<Buffer | null> {
  const { rows } = await sql<{ text: string }>`select encode(bytes, 'base64') as text from transfer_parts
    where organization_id = ${organizationId} and file_id = ${fileId} and number = ${number}
      and exists (select 1 from transfer_files f where f.organization_id = ${organizationId} and f.id = ${fileId}
        and f.completed_at is not null)`.execute(db)
  return rows[0] ? Buffer.from(rows[0].text, 'base64') : null
}

async function* rangeOf(parts: ReadPart, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const number = Math.floor(position / PART_BYTES)
    const part = await parts(number)
    const bytes = part?.subarray(position - number * PART_BYTES, end - number * PART_BYTES)
    if (!bytes || bytes.length === 0) throw new Error('The file was deleted while it was read')
    yield bytes
    position += bytes.length
  }
}

function inflated(parts: ReadPart, start: number, end: number, bytes: number): Readable {
  if (start !== 0 || end < bytes) throw new Error('A compressed file is read as a whole')
  const source = Readable.from(allOf(parts), { objectMode: false })
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  gunzip.once('close', () => source.destroy())
  return source.pipe(gunzip)
}

async function* allOf(parts: ReadPart): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const part = await parts(number)
    if (!part) return
    yield part
  }
}
