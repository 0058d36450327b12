import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { User } from '../../db/generated/client/client.ts'
import { invalidParam } from '../../lib/errors.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/keyset.ts'

type ListOrder = { field: 'customerSince' | 'name'; direction: 'asc' | 'desc' }

const NEWEST_FIRST: ListOrder = { field: 'customerSince', direction: 'desc' }

const FIELDS: Record<ListOrder['field'], Omit<OrderColumn<User>, 'descending'>> = {
  customerSince: {
    column: 'customer_since',
    type: 'timestamptz',
    value: ({ customerSince }) => customerSince?.toISOString() ?? '',
  },
  name: { column: 'name', type: 'text', value: ({ name }) => name },
}

function columnsOf({ field, direction }: ListOrder): OrderColumn<User>[] {
  const descending = direction === 'desc'
  return [
    { ...FIELDS[field], descending },
    { column: 'id', type: 'int', value: ({ id }) => id, descending },
  ]
}

/**
 * Maximum length of a search text. No name or e-mail is longer, and the cost per customer grows with the
 * length.
 */
const MAX_SEARCH = 255

type CustomerListRequest = {
  /** Part of the name or e-mail, ignoring case. */
  search?: string | null | undefined
  label?: string | null | undefined
  /** Default newest first. */
  orderBy?: ListOrder | null | undefined
  page: PageRequest
}

/**
 * Returns one page of an organization's customers in one statement.
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor, or a search text of more than
 * 255 characters
 */
export async function listCustomers(
  db: Db,
  organizationId: number,
  { search, label, orderBy, page }: CustomerListRequest,
) {
  const text = search?.trim()
  if ((text?.length ?? 0) > MAX_SEARCH)
    throw invalidParam('filter.search', `is too long (maximum is ${MAX_SEARCH} characters)`)
  const query = db
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerSince', 'is not', null)
    .$if(!!text, (where) => where.where(contains(text ?? '')))
    .$if(!!label, (where) => where.where(sql<boolean>`labels @> array[${label}]::text[]`))
  return readPage(db, query.$castTo<User>(), columnsOf(orderBy ?? NEWEST_FIRST), page)
}

/** Matches the text literally. `%` and `_` are no wildcards. */
function contains(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(name ilike ${pattern} or email ilike ${pattern})`
}
