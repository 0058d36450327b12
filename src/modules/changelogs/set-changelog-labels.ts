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
  const present = await tx
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
  const held = new Set(present.map(({ id }) => id))
  if (held.size === wanted.size && [...held].every((id) => wanted.has(id))) return null
  let found: LabelFacts[] = []
  if (wanted.size > 0) {
    found = await tx
      .selectFrom('changelogLabels')
      .select(['id', 'name', 'color'])
      .where('organizationId', '=', organizationId)
      .where(sql<boolean>`id = any(${[...wanted]}::int[])`)
      .orderBy('name')
      .orderBy('id')
      .forKeyShare()
      .execute()
    if (found.length < wanted.size) throw unprocessable('labelIds', 'contains a label that does not exist')
  }
  await tx
    .deleteFrom('changelogLabelEntries')
    .where('organizationId', '=', organizationId)
    .where('changelogId', '=', changelogId)
    .execute()
  const rows = [...wanted].map((labelId) => ({ organizationId, changelogId, labelId }))
  if (rows.length > 0) await tx.insertInto('changelogLabelEntries').values(rows).execute()
  return { before: present, after: found }
}
