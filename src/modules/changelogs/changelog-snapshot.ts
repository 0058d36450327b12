import type { Selectable } from 'kysely'
import type { Changelog } from '../../db/generated/tables.ts'

const MOMENTS = ['publishedAt', 'scheduledAt', 'createdAt', 'updatedAt'] as const

/** Converts the snapshot of an event to the changelog entry as it was right after the change (contract 6). */
export function toChangelogRow(snapshot: object): Selectable<Changelog> {
  const row = snapshot as Selectable<Changelog>
  const moments = MOMENTS.map((name) => [name, row[name] && new Date(row[name])])
  return { ...row, ...(Object.fromEntries(moments) as Pick<typeof row, (typeof MOMENTS)[number]>) }
}
