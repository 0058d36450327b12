import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Changelog } from '../../db/generated/tables.ts'
import { rowSelection } from '../../db/long-texts.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/keyset.ts'
import type { ChangelogState } from './changelog-state.ts'
import { assertLocale } from './locales.ts'

/** Filter of a list of entries. Omitted fields and an empty list of labels do not restrict it. */
type ChangelogFilter = {
  state?: ChangelogState | null | undefined
  locale?: string | null | undefined
  /** Only entries with any of these labels. */
  labelIds?: number[] | null
}

const NEWEST_FIRST: OrderColumn<Selectable<Changelog>>[] = [
  {
    column: 'changelogs.created_at',
    descending: true,
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  { column: 'changelogs.id', descending: true, type: 'int', value: ({ id }) => id },
]

/**
 * Returns one page of an organization's changelog, newest first. `publishedOnly` excludes drafts and
 * scheduled entries.
 * @throws AppError INVALID_PARAM for an unknown locale, invalid page arguments or an invalid cursor
 */
export function listChangelogs(
  db: Db,
  organizationId: number,
  { filter, publishedOnly, page }: { filter: ChangelogFilter; publishedOnly: boolean; page: PageRequest },
) {
  const { state, locale, labelIds } = filter
  if (locale != null) assertLocale(locale)
  let query = db
    .selectFrom('changelogs')
    .select(rowSelection('changelogs'))
    .$castTo<Selectable<Changelog>>()
    .where('organizationId', '=', organizationId)
  if (publishedOnly || state === 'published') query = query.where('publishedAt', 'is not', null)
  if (state === 'scheduled') query = query.where('scheduledAt', 'is not', null)
  if (state === 'draft') query = query.where('publishedAt', 'is', null).where('scheduledAt', 'is', null)
  if (locale != null) query = query.where('locale', '=', locale)
  if (labelIds?.length)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('changelogLabelEntries as entries')
          .select('entries.labelId')
          .whereRef('entries.organizationId', '=', 'changelogs.organizationId')
          .whereRef('entries.changelogId', '=', 'changelogs.id')
          .where(sql<boolean>`entries.label_id = any(${labelIds}::int[])`),
      ),
    )
  return readPage(db, query, NEWEST_FIRST, page)
}
