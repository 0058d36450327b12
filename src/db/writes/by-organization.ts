import type { RawBuilder } from 'kysely'
import type { Db } from '../database.ts'

/** Key of a row of an organization. */
export type RowKey = { organizationId: number; id: number }

/** Returns the ids of rows by their organization, both in the order of the rows. */
export function idsByOrganization(keys: readonly RowKey[]): Map<number, number[]> {
  const ids = new Map<number, number[]>()
  for (const { organizationId, id } of keys) {
    const others = ids.get(organizationId)
    if (others) others.push(id)
    else ids.set(organizationId, [id])
  }
  return ids
}

/**
 * Changes rows that a query finds without locking them, by one statement for each organization. A distributed
 * database locks rows of one organization at a time. Each statement must check that its rows are unchanged. Returns
 * the number of changed rows, or of those that a SELECT returns.
 */
export async function changeByOrganization(
  db: Db,
  found: RawBuilder<RowKey>,
  change: (organizationId: number, ids: number[]) => RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await found.execute(db)
  let changed = 0
  for (const [organizationId, ids] of idsByOrganization(rows)) {
    const result = await change(organizationId, ids).execute(db)
    changed += Number(result.numAffectedRows ?? result.rows.length)
  }
  return changed
}
