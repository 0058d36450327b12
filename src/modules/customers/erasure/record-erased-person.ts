import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'

/** Maximum number of hashes in one statement. */
const BATCH = 1000

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
