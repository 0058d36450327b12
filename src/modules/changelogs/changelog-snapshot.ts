import type { Changelog } from '../../db/rows.ts'

const DATES = ['publishedAt', 'scheduledAt', 'createdAt', 'updatedAt'] as const

/** Converts the snapshot of an event to the changelog entry as it was right after the change (contract 6). */
export function toChangelogRow(snapshot: object): Changelog {
  const row = snapshot as Changelog
  const dates = DATES.map((name) => [name, row[name] && new Date(row[name])])
  return { ...row, ...(Object.fromEntries(dates) as Pick<typeof row, (typeof DATES)[number]>) }
}
