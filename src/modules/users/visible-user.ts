import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findUserByEmail } from './find-user.ts'
import { userLoaders } from './loaders.ts'

/** Returns the person with a database id or an e-mail address. @throws AppError NOT_FOUND */
export async function visibleUser(context: LoaderContext, key: number | { email: string }) {
  const id =
    typeof key === 'number' ? key : await findUserByEmail(context.db, context.organizationId, key.email)
  const user = id === null ? null : await userLoaders(context).byId.find(id)
  if (!user) throw notFound('User')
  return user
}
