import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'
import type { LabelFacts } from './record-changelog-events.ts'

/**
 * Replaces the labels of an entry with `labelIds`. Returns the labels before and after, sorted by name, or
 * null if nothing changes.
 * @throws AppError UNPROCESSABLE on `labelIds` for an unknown label
 */
export async function setChangelogLabels(
  tx: Transaction,
  organizationId: number,
  changelogId: number,
  labelIds: number[],
): Promise<{ before: LabelFacts[]; after: LabelFacts[] } | null> {
  const wanted = new Set(labelIds)
  const before = await labelsOf(tx, organizationId, changelogId)
  const present = new Set(before.map(({ id }) => id))
  if (present.size === wanted.size && [...present].every((id) => wanted.has(id))) return null
  const after = await lockLabels(tx, organizationId, [...wanted])
  await tx
    .deleteFrom('changelogLabelEntries')
    .where('organizationId', '=', organizationId)
    .where('changelogId', '=', changelogId)
    .execute()
  const rows = [...wanted].map((labelId) => ({ organizationId, changelogId, labelId }))
  if (rows.length > 0) await tx.insertInto('changelogLabelEntries').values(rows).execute()
  return { before, after }
}

function labelsOf(tx: Transaction, organizationId: number, changelogId: number): Promise<LabelFacts[]> {
  return tx
    .selectFrom('changelogLabelEntries as entries')
    .innerJoin('changelogLabels as labels', (join) =>
      join
        .onRef('labels.organizationId', '=', 'entries.organizationId')
        .onRef('labels.id', '=', 'entries.labelId'),
    )
    .select(['labels.id', 'labels.name', 'labels.color'])
    .where('entries.organizationId', '=', organizationId)
    .where('entries.changelogId', '=', changelogId)
    .orderBy('labels.name')
    .orderBy('labels.id')
    .execute()
}

/** Reads labels and locks them against deletion. @throws AppError UNPROCESSABLE for an unknown label */
async function lockLabels(tx: Transaction, organizationId: number, ids: number[]): Promise<LabelFacts[]> {
  if (ids.length === 0) return []
  const labels = await tx
    .selectFrom('changelogLabels')
    .select(['id', 'name', 'color'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('name')
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (labels.length < ids.length) throw unprocessable('labelIds', 'contains a label that does not exist')
  return labels
}
