import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { postRelations } from './post-relations.ts'
import { toPostRow, type PostSnapshot } from './post-snapshot.ts'

/** Returns the posts with these ids in the same order, as `PostSnapshot`, in one statement. */
export async function readPostSnapshots(
  tx: Transaction,
  organizationId: number,
  ids: number[],
): Promise<PostSnapshot[]> {
  const rows = await tx
    .selectFrom('posts')
    .selectAll()
    .select(postRelations(organizationId))
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toPostRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
