import type { Transaction } from '../../db/database.ts'

/**
 * The status that new posts start in: the organization's first of kind `submitted`, else its first.
 * It stays there until the transaction ends.
 */
export async function defaultStatusId(tx: Transaction, organizationId: number): Promise<number> {
  const first = await firstStatus(tx, organizationId)
  // None is found when the first was being deleted; then another is first, since the last of all stays.
  const { id } = first ?? (await firstStatus(tx, organizationId)) ?? {}
  if (id === undefined) throw new Error('an organization has no status')
  return id
}

function firstStatus(tx: Transaction, organizationId: number) {
  return tx
    .selectFrom('statuses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()
}
