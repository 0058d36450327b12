import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { userLoaders } from '../users/loaders.ts'

/** Returns the customer with an id. @throws AppError NOT_FOUND */
export async function visibleCustomer(context: LoaderContext, id: string) {
  const user = await userLoaders(context).byId.find(parseObjectId('Customer', id))
  if (!user?.customerSince) throw notFound('Customer')
  return user
}
