import type { PageRequest } from '../../../db/lists/keyset.ts'
import { byId, defineLoaders, perRequest } from '../../../graphql/loaders.ts'
import { listRemaining } from '../../engine/undo/list-remaining.ts'
import { importsWithAddresses } from '../../transfer/address-files.ts'
import { importsWithRows } from '../../transfer/error-files.ts'
import { importsById, listRunErrors } from '../../transfer/list-imports.ts'
import { fetchReports } from '../../transfer/losses-of.ts'
import { listPeopleWithoutEmail } from '../../transfer/people-without-email.ts'
import { uploadedFiles } from '../../transfer/uploads.ts'

/** Loaders of imports of other products, of their errors and of uploaded files. */
export const movingLoaders = defineLoaders(({ db, organizationId }) => ({
  importById: byId((ids) => importsById(db, organizationId, ids)),
  fileById: byId((ids) => uploadedFiles(db, organizationId, ids)),
  reportsById: byId((ids) => fetchReports(db, organizationId, ids)),
  rowsById: byId((ids) => importsWithRows(db, organizationId, ids)),
  remainingOf: perRequest((page: PageRequest) => byId((ids) => listRemaining(db, organizationId, ids, page))),
  addressesById: byId((ids) => importsWithAddresses(db, organizationId, ids)),
  peopleOf: perRequest((page: PageRequest) =>
    byId((ids) => listPeopleWithoutEmail(db, organizationId, ids, page)),
  ),
  errorsOf: perRequest((page: PageRequest) => byId((ids) => listRunErrors(db, organizationId, ids, page))),
}))
