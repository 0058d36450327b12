import { byId, defineLoaders } from '../../../graphql/loaders.ts'
import { exportsById } from '../../transfer/exports.ts'

/** Loaders of exports. */
export const exportLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => exportsById(db, organizationId, ids)),
}))
