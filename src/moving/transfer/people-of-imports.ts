import type { Db } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import type { Page, PageRequest } from '../../db/lists/keyset.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { invalidParam } from '../../lib/errors.ts'
import { listRows } from '../../modules/search/list-rows.ts'

/** Maximum length of a search. No name is longer. */
const MAX_SEARCH = 255

/** Filter of a list of people. A blank search does not restrict it. */
type PeopleFilter = { search?: string | null | undefined }

/**
 * Returns one page of the people of all imports of an organization who have no e-mail address there, and who are not
 * claimed or erased, by name, in one statement.
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor or a search that is too long
 */
export function listPeopleOfImports(
  db: Db,
  organizationId: number,
  { search, page }: PeopleFilter & { page: PageRequest },
): Promise<Page<User>> {
  const text = search?.trim() ?? ''
  if (text.length > MAX_SEARCH)
    throw invalidParam('filter.search', `must have at most ${MAX_SEARCH} characters`)
  const parameters = new Parameters(organizationId)
  const conditions = [
    'u.organization_id = $1 and u.email is null and u.account_id is null',
    'u.anonymized_at is null and u.role is null and not u.bot',
    `exists (select 1 from external_refs x where x.organization_id = $1 and x.kind = 'person' and x.local_id = u.id
      and x.local_id > 0 and x.second_id is null)`,
  ]
  if (text) conditions.push(`strpos(lower(u.name), lower(${parameters.add(text)})) > 0`)
  const order = [
    { column: 'u.name', descending: false, type: 'text' as const, value: ({ name }: User) => name },
    { column: 'u.id', descending: false, type: 'int' as const, value: ({ id }: User) => id },
  ]
  const list = { kind: 'customer', table: 'users', alias: 'u', search: null } as const
  return listRows<User>(db, { ...list, order, newest: order, conditions, values: parameters.values, page })
}
