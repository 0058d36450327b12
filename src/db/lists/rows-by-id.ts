import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isOneOf } from './is-one-of.ts'
import type { Bucket, ChangelogLabel, Roadmap, Status, Tag } from '../rows.ts'

/** Tables of organizations without long texts. */
type Rows = {
  buckets: Bucket
  statuses: Status
  tags: Tag
  roadmaps: Roadmap
  changelog_labels: ChangelogLabel
}

/** Returns the rows of an organization with the given ids, in any order. */
export async function rowsById<Table extends keyof Rows>(
  db: Db,
  table: Table,
  organizationId: number,
  ids: readonly number[],
): Promise<Rows[Table][]> {
  const { rows } = await sql<Rows[Table]>`select * from ${sql.table(table)}
    where organization_id = ${organizationId} and id ${isOneOf(ids)}`.execute(db)
  return rows
}
