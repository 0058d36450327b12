import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import type { ImageType } from '../../lib/images/image.ts'
import { monotonicMs } from '../../lib/time/clock.ts'

/** A picture with its type and its number of bytes. `bytes` are the first ones, which are all of a small picture. */
type StoredPicture = { type: ImageType; size: number; bytes: Buffer }

/** Number of bytes that are read at once. PostgreSQL reads no more of a stored picture than that. */
const PART = 262_144

/** Maximum size of a picture in memory, such as a logo or an avatar, in bytes. */
const MAX_CACHED = 100_000
const MAX_MEMORY = 8_000_000
/** A deleted picture is served for at most this time, by every process. */
const CHECKED_MS = 1_000

/** A picture in memory, and the last check that it is not deleted. */
type Cached = { picture: StoredPicture; checkedAt: number; check: Promise<boolean> | null }

/**
 * Creates the reader of pictures by their random key, which is their only protection. Small pictures stay in memory.
 * Their existence is read at most once a second, so that a deletion counts in every process within a second.
 */
export function createUploadReader(db: Db) {
  const cache = new LRUCache<string, Cached>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ picture }) => picture.bytes.length,
  })
  /** Returns a picture of the memory that is not deleted. */
  const inMemory = async (key: string): Promise<StoredPicture | null> => {
    const cached = cache.get(key)
    if (!cached) return null
    const { picture, checkedAt } = cached
    if (monotonicMs() - checkedAt < CHECKED_MS) return picture
    if (await (cached.check ??= check(db, key, cached))) return picture
    cache.delete(key)
    return null
  }
  return {
    /** Returns a picture with its first bytes. Null if there is none with this key and type. */
    async find(key: string, type: ImageType): Promise<StoredPicture | null> {
      const cached = await inMemory(key)
      if (cached) return cached.type === type ? cached : null
      const checkedAt = monotonicMs()
      const picture = await readStart(db, key, type)
      if (picture && picture.size <= MAX_CACHED) cache.set(key, { picture, checkedAt, check: null })
      return picture
    },
    /** Returns the next bytes of a picture from a position. Empty if it has been deleted since. */
    async readFrom(key: string, position: number): Promise<Buffer> {
      const { rows } = await sql<{ text: string }>`select ${partFrom(position)} as text from uploads
        where key = ${key}`.execute(db)
      return Buffer.from(rows[0]?.text ?? '', 'base64')
    },
    /** Whether there is a picture with this key and type, without reading its bytes. */
    async exists(key: string, type: ImageType): Promise<boolean> {
      const cached = await inMemory(key)
      return cached ? cached.type === type : isStored(db, key, type)
    },
  }
}

/** Whether a picture of the memory is not deleted. Readers at once share the check. */
async function check(db: Db, key: string, cached: Cached): Promise<boolean> {
  const startedAt = monotonicMs()
  try {
    const isThere = await isStored(db, key, cached.picture.type)
    if (isThere) cached.checkedAt = startedAt
    return isThere
  } finally {
    cached.check = null
  }
}

export type UploadReader = ReturnType<typeof createUploadReader>

async function isStored(db: Db, key: string, type: ImageType): Promise<boolean> {
  const { rows } =
    await sql`select 1 from uploads where key = ${key} and type = ${type}::upload_type`.execute(db)
  return rows.length > 0
}

/**
 * Text of the bytes from a position. The driver parses `bytea` from hexadecimal digits, which takes longer than base64.
 */
const partFrom = (position: number) =>
  sql`encode(substring(bytes from ${position + 1}::int for ${PART}::int), 'base64')`

async function readStart(db: Db, key: string, type: ImageType): Promise<StoredPicture | null> {
  const { rows } = await sql<{ size: number; text: string }>`select size, ${partFrom(0)} as text from uploads
    where key = ${key} and type = ${type}::upload_type`.execute(db)
  const [row] = rows
  return row ? { type, size: row.size, bytes: Buffer.from(row.text, 'base64') } : null
}
