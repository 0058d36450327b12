import { rowsById } from '../../db/lists/rows-by-id.ts'
import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of statuses. */
export const statusLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => rowsById(db, 'statuses', organizationId, ids)),
}))
