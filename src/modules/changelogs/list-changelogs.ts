import type { Db } from '../../db/database.ts'
import type { Changelog } from '../../db/rows.ts'
import type { OrderColumn, PageRequest } from '../../db/lists/keyset.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { assertDateRange } from '../../lib/errors/date-range.ts'
import { listRows } from '../search/list-rows.ts'
import { ownOrder } from '../search/search-rows.ts'
import type { ChangelogState } from './changelog-state.ts'
import type { Locale } from './locales.ts'

/** Filter of a list of entries. Omitted fields and an empty list of labels do not restrict it. */
type ChangelogFilter = {
  state?: ChangelogState | null | undefined
  locale?: Locale | null | undefined
  publishedFrom?: Date | null | undefined
  publishedTo?: Date | null | undefined
  /** Only entries with any of these labels. */
  labelIds?: number[] | null | undefined
  /** Query that finds the entries, as `parseQuery`. A blank one does not restrict the list. */
  search?: string | null | undefined
}

type Row = Changelog
type OwnField = 'createdAt' | 'updatedAt' | 'title'
type ListOrder = { field: OwnField | 'relevance'; direction: 'asc' | 'desc' }

const NEWEST_FIRST = { field: 'createdAt', direction: 'desc' } as const

const FIELDS: Record<OwnField, Omit<OrderColumn<Row>, 'descending'>> = {
  createdAt: {
    column: 'c.created_at',
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  updatedAt: {
    column: 'c.updated_at',
    type: 'timestamptz',
    value: ({ updatedAt }) => updatedAt.toISOString(),
  },
  title: { column: 'c.title', type: 'text', value: ({ title }) => title },
}

function columnsOf({ field, direction }: { field: OwnField; direction: 'asc' | 'desc' }): OrderColumn<Row>[] {
  const descending = direction === 'desc'
  return [
    { ...FIELDS[field], descending },
    { column: 'c.id', type: 'int', value: ({ id }) => id, descending },
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
 * @throws AppError INVALID_PARAM as `listRows` and `ownOrder`, and for a range that ends before it starts
 */
export async function listChangelogs(
  db: Db,
  organizationId: number,
  { filter, orderBy, publishedOnly, page }: ChangelogListRequest,
) {
  const { search, publishedFrom: createdFrom, publishedTo: createdTo } = filter
  assertDateRange({ createdFrom, createdTo }, 'filter.publishedFrom')
  const own = ownOrder<OwnField>(orderBy ?? NEWEST_FIRST, !!search?.trim())
  return listRows<Row>(db, {
    ...conditionsOf(organizationId, filter, publishedOnly),
    kind: 'changelog',
    table: 'changelogs',
    alias: 'c',
    order: own && columnsOf(own),
    newest: columnsOf(NEWEST_FIRST),
    search,
    page,
  })
}

function conditionsOf(organizationId: number, filter: ChangelogFilter, publishedOnly: boolean) {
  const { state, locale, publishedFrom, publishedTo, labelIds } = filter
  const parameters = new Parameters(organizationId)
  const conditions = ['c.organization_id = $1']
  if (publishedOnly || state === 'published') conditions.push('c.published_at is not null')
  if (state === 'scheduled') conditions.push('c.scheduled_at is not null')
  if (state === 'draft') conditions.push('c.published_at is null', 'c.scheduled_at is null')
  if (locale != null) conditions.push(`c.locale = ${parameters.add(locale)}`)
  if (publishedFrom) conditions.push(`c.published_at >= ${parameters.add(publishedFrom)}::timestamptz`)
  if (publishedTo) conditions.push(`c.published_at < ${parameters.add(publishedTo)}::timestamptz`)
  if (labelIds?.length)
    conditions.push(`exists (select 1 from changelog_label_entries e where e.organization_id = c.organization_id
      and e.changelog_id = c.id and e.label_id = any(${parameters.add(labelIds)}::int[]))`)
  return { conditions, values: parameters.values }
}
