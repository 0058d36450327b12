import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { WholePost } from './event-fields.ts'
import { PLACES } from './post-relations.ts'
import { toPostRow } from './post-snapshot.ts'

/** The posts of these ids, in their order, as their events tell of them; one statement. */
export async function readWholePosts(
  tx: Transaction,
  organizationId: number,
  ids: number[],
): Promise<WholePost[]> {
  const rows = await tx
    .selectFrom('posts')
    .selectAll()
    .select(PLACES)
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toPostRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
