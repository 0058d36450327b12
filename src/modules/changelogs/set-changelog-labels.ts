import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { impossible } from '../../lib/errors.ts'

/**
 * Makes `labelIds` the labels of an entry, no others. Returns whether that changed anything.
 * @throws AppError UNPROCESSABLE on `labelIds` when the organization lacks one of them
 */
export async function setChangelogLabels(
  tx: Transaction,
  organizationId: number,
  changelogId: number,
  labelIds: number[],
): Promise<boolean> {
  const wanted = [...new Set(labelIds)].sort((one, other) => one - other)
  const present = await tx
    .selectFrom('changelogLabelEntries')
    .select('labelId')
    .where('organizationId', '=', organizationId)
    .where('changelogId', '=', changelogId)
    .orderBy('labelId')
    .execute()
  if (present.map(({ labelId }) => labelId).join() === wanted.join()) return false
  if (wanted.length > 0) {
    const found = await tx
      .selectFrom('changelogLabels')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where(sql<boolean>`id = any(${wanted}::int[])`)
      .forKeyShare()
      .execute()
    if (found.length < wanted.length) throw impossible('labelIds', 'contains a label that does not exist')
  }
  await tx
    .deleteFrom('changelogLabelEntries')
    .where('organizationId', '=', organizationId)
    .where('changelogId', '=', changelogId)
    .execute()
  const rows = wanted.map((labelId) => ({ organizationId, changelogId, labelId }))
  if (rows.length > 0) await tx.insertInto('changelogLabelEntries').values(rows).execute()
  return true
}
