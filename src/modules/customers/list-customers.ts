import type { Db } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import type { OrderColumn, PageRequest } from '../../db/lists/keyset.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { listRows } from '../search/list-rows.ts'
import { queryParameter } from '../search/query-of-kind.ts'
import { ownOrder } from '../search/search-rows.ts'

type OwnField = 'customerSince' | 'name'
type ListOrder = { field: OwnField | 'relevance'; direction: 'asc' | 'desc' }

const NEWEST_FIRST = { field: 'customerSince', direction: 'desc' } as const

const FIELDS: Record<OwnField, Omit<OrderColumn<User>, 'descending'>> = {
  customerSince: {
    column: 'u.customer_since',
    type: 'timestamptz',
    value: ({ customerSince }) => customerSince?.toISOString() ?? '',
  },
  name: { column: 'u.name', type: 'text', value: ({ name }) => name },
}

function columnsOf({
  field,
  direction,
}: {
  field: OwnField
  direction: 'asc' | 'desc'
}): OrderColumn<User>[] {
  const descending = direction === 'desc'
  return [
    { ...FIELDS[field], descending },
    { column: 'u.id', type: 'int', value: ({ id }) => id, descending },
  ]
}

type CustomerListRequest = {
  /** Query that finds names and e-mails, as `parseQuery`. The end of a word counts as a word. */
  search?: string | null | undefined
  label?: string | null | undefined
  starred?: boolean | null | undefined
  blocked?: boolean | null | undefined
  /** Default newest first. */
  orderBy?: ListOrder | null | undefined
  page: PageRequest
}

/**
 * Returns one page of an organization's customers in one statement.
 * @throws AppError INVALID_PARAM as `listRows` and `ownOrder`
 */
export async function listCustomers(
  db: Db,
  organizationId: number,
  { search, label, starred, blocked, orderBy, page }: CustomerListRequest,
) {
  const own = ownOrder<OwnField>(orderBy ?? NEWEST_FIRST, !!search?.trim())
  const parameters = new Parameters(organizationId)
  const conditions = ['u.organization_id = $1', 'u.customer_since is not null']
  const text = search?.trim()
  const hasWords = !text || queryParameter('customer', 'filter.search', text) !== null
  if (!hasWords) conditions.push(contains(parameters.add(literal(text))))
  if (label) conditions.push(`u.labels @> array[${parameters.add(label.normalize())}]::text[]`)
  if (starred != null) conditions.push(starred ? 'u.starred' : 'not u.starred')
  if (blocked != null) conditions.push(blocked ? 'u.blocked' : 'not u.blocked')
  return listRows<User>(db, {
    conditions,
    values: parameters.values,
    kind: 'customer',
    table: 'users',
    alias: 'u',
    order: own && columnsOf(own),
    newest: columnsOf(NEWEST_FIRST),
    search: hasWords ? search : null,
    page,
  })
}

/** A search of nothing but signs, which are in no document, reads the names and e-mails of all customers. */
const contains = (pattern: string) => `(u.name like ${pattern} or u.email like ${pattern})`

/** Pattern of a text within others. `%` and `_` are no wildcards. */
const literal = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
