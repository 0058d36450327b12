import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { promiseCache } from '../../lib/concurrency/promise-cache.ts'
import type { ImageType } from '../../lib/images/image.ts'
import { findUpload, type FoundUpload } from './find-upload.ts'

/** Number of bytes that are read at once. PostgreSQL reads no more of a stored picture than that. */
const PART = 262_144

/** Maximum size of a picture in memory, such as a logo or an avatar, in bytes. */
const MAX_CACHED = 100_000
const MAX_MEMORY = 8_000_000
/** A deleted or hidden picture is served to visitors for less than a second, by every process. */
const CHECKED_MS = 999
const MAX_CHECKED = 10_000

/**
 * Creates the reader of pictures by their random key. Small pictures stay in memory. The rights to one are read at
 * most once a second, so that a deletion counts in every process within a second.
 */
export function createUploadReader(db: Db) {
  const uploads = promiseCache<FoundUpload | null>({ max: MAX_CHECKED, ttlMs: CHECKED_MS })
  const small = new LRUCache<string, Buffer>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ length }) => length,
  })
  return {
    /** Returns a picture without its bytes. Null if there is none with this key and type. */
    find: (named: { key: string; type: ImageType }): Promise<FoundUpload | null> =>
      uploads.fetch(`${named.key}.${named.type}`, () => findUpload(db, named)),
    /** Returns the first bytes of a picture that was found, which are all of a small one. Empty after a deletion. */
    async readStart({ key, size }: FoundUpload): Promise<Buffer> {
      const cached = small.get(key)
      if (cached) return cached
      const bytes = await readFrom(db, key, 0)
      if (size <= MAX_CACHED && bytes.length === size) small.set(key, bytes)
      return bytes
    },
    /** Returns the next bytes of a picture from a position. Empty if it has been deleted since. */
    readFrom: (key: string, position: number): Promise<Buffer> => readFrom(db, key, position),
  }
}

export type UploadReader = ReturnType<typeof createUploadReader>

/** Reads base64, because the driver parses `bytea` from hexadecimal digits, which takes longer. */
async function readFrom(db: Db, key: string, position: number): Promise<Buffer> {
  const { rows } = await sql<{ text: string }>`
    select encode(substring(bytes from ${position + 1}::int for ${PART}::int), 'base64') as text
    from uploads where key = ${key}`.execute(db)
  return Buffer.from(rows[0]?.text ?? '', 'base64')
}
