import { readerIdOf } from '../../auth/caller.ts'
import { byId, byPair, defineLoaders, groups, perRequest } from '../../graphql/loaders.ts'
import { listVoters, readVotes, type VotersRequest } from './list-voters.ts'

/** Loaders of votes, of the caller's votes, and of the votes on each post. */
export const voteLoaders = defineLoaders(({ db, organizationId, caller }) => ({
  byPair: byPair(
    (pairs) => readVotes(db, organizationId, pairs),
    ({ postId, userId }) => [postId, userId],
  ),
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
