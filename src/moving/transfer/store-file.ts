import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { TransferOwner } from '../../db/generated/tables.ts'
import { databaseNow } from '../../db/time.ts'

/** Number of bytes of a part. The last part of a file may be smaller. */
export const PART_BYTES = 1_048_576

/** A file to store. `ownerId` is the import or export. An upload has none. */
type NewFile = {
  organizationId: number
  owner: TransferOwner
  ownerId?: number | undefined
  name: string
  /** The person who uploads it. */
  uploaderId?: number | undefined
  /** Whether to compress the parts. */
  compressed?: boolean | undefined
}

/** Key of a stored file, with its number of bytes and their SHA-256 in hexadecimal digits. */
type StoredFile = { id: number; bytes: number; sha256: string }

/**
 * Stores a stream of bytes as a file in parts, and holds no more than a part in memory. Others see the file when it is
 * whole. An error of the stream or of `check`, which sees the number of bytes so far, leaves nothing. A killed
 * process leaves parts that the purge deletes.
 */
export async function storeFile(
  db: Db,
  file: NewFile,
  stream: AsyncIterable<Uint8Array>,
  check: (bytes: number) => void = () => {},
): Promise<StoredFile> {
  const { organizationId } = file
  const id = await insertFile(db, file)
  try {
    const counted = new Counted(check)
    const store = (parts: AsyncIterable<Uint8Array>) => storeParts(db, { organizationId, id }, parts)
    if (file.compressed) await pipeline(counted.read(stream), createGzip(), store)
    else await store(counted.read(stream))
    const { bytes, sha256 } = counted.end()
    await sql`update transfer_files set bytes = ${bytes}, sha256 = ${sha256}, completed_at = ${databaseNow}
      where organization_id = ${organizationId} and id = ${id}`.execute(db)
    return { id, bytes, sha256 }
  } catch (error) {
    await sql`delete from transfer_files where organization_id = ${organizationId} and id = ${id}`
      .execute(db)
      .catch(() => {})
    throw error
  }
}

async function insertFile(db: Db, file: NewFile): Promise<number> {
  const { organizationId, owner, ownerId, name, uploaderId, compressed } = file
  const { rows } = await sql<{ id: number }>`
    insert into transfer_files (organization_id, owner, owner_id, name, uploader_id, compressed, created_at)
    values (${organizationId}, ${owner}::transfer_owner, ${ownerId ?? null}, ${name},
      ${uploaderId ?? null}, ${compressed === true}, ${databaseNow})
    returning id`.execute(db)
  if (!rows[0]) throw new Error('the database stored no file')
  return rows[0].id
}

/** Counts and hashes bytes that pass. */
class Counted {
  readonly #check: (bytes: number) => void
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0

  constructor(check: (bytes: number) => void) {
    this.#check = check
  }

  async *read(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      this.#bytes += chunk.length
      this.#check(this.#bytes)
      this.#hash.update(chunk)
      yield chunk
    }
  }

  end(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

async function storeParts(
  db: Db,
  { organizationId, id }: { organizationId: number; id: number },
  stream: AsyncIterable<Uint8Array>,
): Promise<void> {
  let number = 0
  for await (const part of partsOf(stream)) {
    await sql`insert into transfer_parts (organization_id, file_id, number, bytes)
      values (${organizationId}, ${id}, ${number}, ${part})`.execute(db)
    number += 1
  }
}

async function* partsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(PART_BYTES)
  let length = 0
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length;) {
      const taken = chunk.subarray(start, start + PART_BYTES - length)
      part.set(taken, length)
      length += taken.length
      start += taken.length
      if (length < PART_BYTES) continue
      yield part
      part = Buffer.allocUnsafe(PART_BYTES)
      length = 0
    }
  }
  if (length > 0) yield part.subarray(0, length)
}
