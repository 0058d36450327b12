import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Status } from '../../db/generated/tables.ts'

/**
 * The status that new posts start in: the organization's first of kind `submitted`, else its first.
 * It stays there until the transaction ends.
 */
export async function defaultStatus(tx: Transaction, organizationId: number): Promise<Selectable<Status>> {
  const first = await firstStatus(tx, organizationId)
  // None is found when the first was being deleted; then another is first, since the last of all stays.
  const status = first ?? (await firstStatus(tx, organizationId))
  if (!status) throw new Error('an organization has no status')
  return status
}

function firstStatus(tx: Transaction, organizationId: number) {
  return tx
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()
}
