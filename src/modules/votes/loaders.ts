import { defineLoaders, groups } from '../../graphql/loaders.ts'

/** Loaders of the caller's votes. */
export const voteLoaders = defineLoaders(({ db, organizationId, caller: { actorId } }) => ({
  /** Returns the direction of the caller's vote on a post. Empty without one. */
  ofCaller: groups(async (postIds) => {
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
}))
