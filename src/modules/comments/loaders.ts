import type { Comment } from '../../db/rows.ts'
import { readRows } from '../../db/lists/long-texts.ts'
import { byId, defineLoaders, groups, perRequest } from '../../graphql/loaders.ts'
import { lastAnswers } from './last-answers.ts'
import { commentsBelow, type CommentsBelowRequest } from './comments-below.ts'

/** Loaders of comments, and of the comments below each post or comment. */
export const commentLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => readRows<Comment>(db, 'comments', organizationId, ids)),
  /** Returns the last official comment on a post. Empty without one. */
  answer: groups(async (postIds) => {
    const ids = await lastAnswers(db, organizationId, postIds)
    const rows = await readRows<Comment>(db, 'comments', organizationId, ids)
    return rows.map((row) => [row.postId, row] as const)
  }),
  below: perRequest((request: CommentsBelowRequest) =>
    byId((ids) => commentsBelow(db, organizationId, ids, request)),
  ),
}))
