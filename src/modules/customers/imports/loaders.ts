import type { PageRequest } from '../../../db/lists/keyset.ts'
import { byId, defineLoaders, perRequest } from '../../../graphql/loaders.ts'
import { listImportErrors } from './list-import-errors.ts'
import { CUSTOMERS_CSV } from './customers-csv.ts'
import type { CustomerImportState } from './start-customer-import.ts'

/** Loaders of imports of customers, and of the errors of each import. */
export const importLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('importRuns')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .where('source', '=', CUSTOMERS_CSV)
      .$narrowType<{ state: CustomerImportState }>()
      .execute(),
  ),
  errorsOf: perRequest((page: PageRequest) =>
    byId((importIds) => listImportErrors(db, organizationId, importIds, page)),
  ),
}))
