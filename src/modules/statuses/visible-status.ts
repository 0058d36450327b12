import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { statusLoaders } from './loaders.ts'

/** Returns the status with an id. @throws AppError NOT_FOUND */
export async function visibleStatus(context: LoaderContext, id: string) {
  const status = await statusLoaders(context).byId.find(parseObjectId('Status', id))
  if (!status) throw notFound('Status')
  return status
}
