import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'

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

/**
 * Stores the hashes of a person who is erased in this transaction. A hash that is stored already leads to this person
 * from then on. Returns their number.
 */
export async function recordErasedPerson(
  tx: Transaction,
  organizationId: number,
  { userId, hashes }: { userId: number; hashes: readonly Buffer[] },
): Promise<number> {
  const distinct = [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()]
  for (let start = 0; start < distinct.length; start += BATCH)
    await sql`insert into erased_people (organization_id, hash, user_id, erased_at)
      select ${organizationId}::int, hash, ${userId}::int, ${databaseNow}
      from unnest(${distinct.slice(start, start + BATCH)}::bytea[]) as hashes (hash) order by hash
      on conflict (organization_id, hash)
        do update set user_id = excluded.user_id, erased_at = excluded.erased_at`.execute(tx)
  return distinct.length
}
