import type { Selectable } from 'kysely'
import type { Changelog } from '../../db/generated/tables.ts'

const MOMENTS = ['publishedAt', 'scheduledAt', 'createdAt', 'updatedAt'] as const

/**
 * The changelog entry that an event's snapshot tells of, as its row was right after the change (contract chapter 6,
 * "The log").
 */
export function toChangelogRow(snapshot: object): Selectable<Changelog> {
  const row = snapshot as Selectable<Changelog>
  const moments = MOMENTS.map((name) => [name, row[name] && new Date(row[name])])
  return { ...row, ...Object.fromEntries(moments) }
}
