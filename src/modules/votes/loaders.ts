import { readerIdOf } from '../../auth/caller.ts'
import { byId, defineLoaders, groups, perRequest } from '../../graphql/loaders.ts'
import { listVoters, type VotersRequest } from './list-voters.ts'

/** Loaders of the caller's votes, and of the votes on each post. */
export const voteLoaders = defineLoaders(({ db, organizationId, caller }) => ({
  /** Returns the direction of the caller's vote on a post. Empty without one. */
  ofCaller: groups(async (postIds) => {
    const actorId = readerIdOf(caller)
    if (actorId === null) return []
    const rows = await db
      .selectFrom('votes')
      .select(['postId', 'direction'])
      .where('organizationId', '=', organizationId)
      .where('postId', 'in', postIds)
      .where('userId', '=', actorId)
      .execute()
    return rows.map(({ postId, direction }) => [postId, direction] as const)
  }),
  ofPost: perRequest((request: VotersRequest) =>
    byId((postIds) => listVoters(db, organizationId, postIds, request)),
  ),
}))
