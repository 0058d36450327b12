import type { Transaction } from '../../db/database.ts'

/** Returns the row of a post on a roadmap, or undefined. */
export function readRoadmapPost(
  tx: Transaction,
  { organizationId, id: roadmapId }: { organizationId: number; id: number },
  postId: number,
) {
  return tx
    .selectFrom('roadmapPosts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .executeTakeFirst()
}
