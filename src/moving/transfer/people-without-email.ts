import type { Db } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import type { Page, PageRequest } from '../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'

type PersonRow = Pick<User, 'id'>

/**
 * Returns the same page of the people of several imports whom the source names without an e-mail address, and who are
 * not claimed or erased, in one statement. Each page has the id of its import.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listPeopleWithoutEmail(
  db: Db,
  organizationId: number,
  importIds: readonly number[],
  page: PageRequest,
): Promise<{ id: number; page: Page<PersonRow> }[]> {
  const list = {
    alias: 'u',
    from: 'users u',
    conditions: [
      'u.organization_id = $1 and u.email is null and u.anonymized_at is null and u.role is null and not u.bot',
      `exists (select 1 from external_refs x where x.organization_id = $1 and x.kind = 'person' and x.local_id = u.id
        and x.local_id > 0 and x.second_id is null and x.run_id = wanted.id)`,
    ],
    values: [organizationId],
    order: [{ column: 'u.id', descending: false, type: 'int' as const, value: ({ id }: PersonRow) => id }],
    columns: () => 'u.id',
  }
  return readPagesOfParents<PersonRow>(db, importIds, list, page)
}
