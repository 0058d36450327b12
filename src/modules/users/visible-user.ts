import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { userLoaders } from './loaders.ts'

/** Returns the person with an id. @throws AppError NOT_FOUND */
export async function visibleUser(context: LoaderContext, id: string) {
  const user = await userLoaders(context).byId.find(parseObjectId('User', id))
  if (!user) throw notFound('User')
  return user
}
