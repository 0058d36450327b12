import type { Db } from '../../../db/database.ts'
import { readPage, type PageRequest } from '../../../db/lists/keyset.ts'
import { CUSTOMERS_CSV } from './customers-csv.ts'
import type { CustomerImportState } from './start-customer-import.ts'

/** Filter of a list of imports. Undefined, null and empty lists do not restrict it. */
type ImportFilter = { states?: readonly CustomerImportState[] | null | undefined }

/**
 * Returns one page of an organization's imports of customers, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listImports(db: Db, organizationId: number, page: PageRequest, { states }: ImportFilter) {
  const wanted = states ?? []
  return readPage(
    db,
    db
      .selectFrom('importRuns')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .$narrowType<{ state: CustomerImportState }>()
      .where('source', '=', CUSTOMERS_CSV)
      .$if(wanted.length > 0, (query) => query.where('state', 'in', wanted)),
    [{ column: 'import_runs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
