import type { Db } from '../../db/database.ts'

/** Returns the labels of several entries, sorted by name, each with the id of its entry, in one statement. */
export async function labelsOfChangelogs(db: Db, organizationId: number, changelogIds: number[]) {
  const rows = await db
    .selectFrom('changelogLabelEntries as entries')
    .innerJoin('changelogLabels as labels', (join) =>
      join
        .onRef('labels.organizationId', '=', 'entries.organizationId')
        .onRef('labels.id', '=', 'entries.labelId'),
    )
    .selectAll('labels')
    .select('entries.changelogId')
    .where('entries.organizationId', '=', organizationId)
    .where('entries.changelogId', 'in', changelogIds)
    .orderBy('labels.name')
    .orderBy('labels.id')
    .execute()
  return rows.map(({ changelogId, ...label }) => [changelogId, label] as const)
}
