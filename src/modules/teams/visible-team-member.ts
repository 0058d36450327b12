import { parseObjectId } from '../../graphql/ids.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { userLoaders } from '../users/loaders.ts'

/** Returns the team member with an id. @throws AppError NOT_FOUND */
export async function visibleTeamMember(context: LoaderContext, id: string) {
  const person = await userLoaders(context).byId.find(parseObjectId('Team member', id))
  if (!person?.role) throw notFound('Team member')
  return person
}
