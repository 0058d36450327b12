import type { LoaderContext } from '../../graphql/loaders.ts'
import { hasTeamView, readerIdOf } from '../../auth/caller.ts'
import { notFound } from '../../lib/errors.ts'
import { hasPublicContent } from './has-public-content.ts'
import { findUserByEmail } from './find-user.ts'
import { userLoaders } from './loaders.ts'

/**
 * Returns the person with a database id or an e-mail address. Outside the team, a caller finds themselves and authors
 * of public content only, and none by e-mail.
 * @throws AppError NOT_FOUND
 */
export async function visibleUser(context: LoaderContext, key: number | { email: string }) {
  const { caller, db, organizationId } = context
  if (!hasTeamView(caller)) {
    const isKnown =
      typeof key === 'number' &&
      (key === readerIdOf(caller) || (await hasPublicContent(db, organizationId, key)))
    if (!isKnown) throw notFound('User')
  }
  const id = typeof key === 'number' ? key : await findUserByEmail(db, organizationId, key.email)
  const user = id === null ? null : await userLoaders(context).byId.find(id)
  if (!user) throw notFound('User')
  return user
}
