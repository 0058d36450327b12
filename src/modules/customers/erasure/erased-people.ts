import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Maximum number of hashes in one statement. */
const BATCH = 1000

/**
 * Returns the anonymous persons of hashes that `readErasureHashes` makes, by the hash in hexadecimal digits. An
 * import uses these persons instead of creating or filling one.
 */
export async function erasedPeople(
  db: Db,
  organizationId: number,
  hashes: readonly Buffer[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let start = 0; start < hashes.length; start += BATCH) {
    const { rows } = await sql<{ hash: Buffer; userId: number }>`
      select hash, user_id as "userId" from erased_people
      where organization_id = ${organizationId}
        and hash = any(${hashes.slice(start, start + BATCH)}::bytea[])`.execute(db)
    for (const { hash, userId } of rows) found.set(hash.toString('hex'), userId)
  }
  return found
}
