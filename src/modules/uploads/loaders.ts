import { byId, defineLoaders } from '../../graphql/loaders.ts'
import { uploadsById } from './list-uploads.ts'

/** Loaders of uploads, without their bytes. */
export const uploadLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => uploadsById(db, organizationId, ids)),
}))
