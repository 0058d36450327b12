import type { Db } from '../../../db/database.ts'
import type { Page, PageRequest } from '../../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../../db/lists/pages-of-parents.ts'
import type { Kind } from '../plan.ts'
import type { RemainingReason } from './step.ts'

/** Something of a run that its undo has left. */
export type RemainingRow = {
  kind: Kind
  localId: number
  secondId: number
  reason: RemainingReason
  /** Columns that the undo did not restore. Empty for a row that stays as a whole. */
  fields: string[]
  /** Its present name or title. Null for what has none, and for a deleted one. */
  name: string | null
}

const NAMES = {
  ...{ post: 'posts.title', vote: 'posts.title', subscription: 'posts.title', merge: 'posts.title' },
  ...{ comment: 'comments.body', changelog: 'changelogs.title', person: 'users.name' },
  ...{ roadmap: 'roadmaps.title', roadmapPost: 'roadmaps.title', status: 'statuses.name' },
  ...{ bucket: 'buckets.name', tag: 'tags.name', label: 'changelog_labels.name' },
} as const satisfies Partial<Record<Kind, string>>

const NAME = `case ${Object.entries(NAMES)
  .map(([kind, path]) => {
    const [table = '', column = ''] = path.split('.')
    return `when e.kind = '${kind}' then (select left(t.${column}, 255) from ${table} t
      where t.organization_id = $1 and t.id = e.local_id)`
  })
  .join(
    ' ',
  )} when e.kind = 'organization' then (select left(t.name, 255) from organizations t where t.id = $1) end as name`

/**
 * Returns the same page of what the undo of several imports has left, in one statement. Each page has the id of its
 * import.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listRemaining(
  db: Db,
  organizationId: number,
  importIds: readonly number[],
  page: PageRequest,
): Promise<{ id: number; page: Page<RemainingRow> }[]> {
  const list = {
    alias: 'e',
    from: 'import_changes e',
    conditions: ['e.organization_id = $1', 'e.run_id = wanted.id', 'e.reason is not null'],
    values: [organizationId],
    order: [
      { column: 'e.kind', descending: false, type: 'text' as const, value: ({ kind }: RemainingRow) => kind },
      {
        column: 'e.local_id',
        descending: false,
        type: 'int' as const,
        value: ({ localId }: RemainingRow) => localId,
      },
      {
        column: 'e.second_id',
        descending: false,
        type: 'int' as const,
        value: ({ secondId }: RemainingRow) => secondId,
      },
    ],
    columns: () => `e.kind, e.local_id as "localId", e.second_id as "secondId", e.reason,
      array(select jsonb_object_keys(e.written) order by 1) as fields, ${NAME}`,
  }
  return readPagesOfParents<RemainingRow>(db, importIds, list, page)
}
