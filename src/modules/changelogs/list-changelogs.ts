import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Changelog } from '../../db/generated/tables.ts'
import { rowSelection } from '../../db/long-texts.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/keyset.ts'
import type { ChangelogState } from './changelog-state.ts'
import type { Locale } from './locales.ts'

/** Filter of a list of entries. Omitted fields and an empty list of labels do not restrict it. */
type ChangelogFilter = {
  state?: ChangelogState | null | undefined
  locale?: Locale | null | undefined
  /** Only entries with any of these labels. */
  labelIds?: number[] | null | undefined
}

type ListOrder = { field: 'createdAt' | 'updatedAt' | 'title'; direction: 'asc' | 'desc' }

const NEWEST_FIRST: ListOrder = { field: 'createdAt', direction: 'desc' }

const FIELDS: Record<ListOrder['field'], Omit<OrderColumn<Selectable<Changelog>>, 'descending'>> = {
  createdAt: {
    column: 'changelogs.created_at',
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  updatedAt: {
    column: 'changelogs.updated_at',
    type: 'timestamptz',
    value: ({ updatedAt }) => updatedAt.toISOString(),
  },
  title: { column: 'changelogs.title', type: 'text', value: ({ title }) => title },
}

function columnsOf({ field, direction }: ListOrder): OrderColumn<Selectable<Changelog>>[] {
  const descending = direction === 'desc'
  return [
    { ...FIELDS[field], descending },
    { column: 'changelogs.id', type: 'int', value: ({ id }) => id, descending },
  ]
}

type ChangelogListRequest = {
  filter: ChangelogFilter
  /** Default newest first. */
  orderBy?: ListOrder | null | undefined
  publishedOnly: boolean
  page: PageRequest
}

/**
 * Returns one page of an organization's changelog. `publishedOnly` excludes drafts and scheduled entries.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listChangelogs(
  db: Db,
  organizationId: number,
  { filter, orderBy, publishedOnly, page }: ChangelogListRequest,
) {
  const { state, locale, labelIds } = filter
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
  return readPage(db, query, columnsOf(orderBy ?? NEWEST_FIRST), page)
}
