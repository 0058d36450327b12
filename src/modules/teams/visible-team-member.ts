import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { userLoaders } from '../users/loaders.ts'

/** Returns the team member with the database id of a person. @throws AppError NOT_FOUND */
export async function visibleTeamMember(context: LoaderContext, id: number) {
  const person = await userLoaders(context).byId.find(id)
  if (!person?.role) throw notFound('Team member')
  return person
}
