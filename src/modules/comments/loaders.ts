import type { Comment } from '../../db/rows.ts'
import { readRows } from '../../db/lists/long-texts.ts'
import { byId, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { commentsBelow, type CommentsBelowRequest } from './comments-below.ts'

/** Loaders of comments, and of the comments below each post or comment. */
export const commentLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => readRows<Comment>(db, 'comments', organizationId, ids)),
  below: perRequest((request: CommentsBelowRequest) =>
    byId((ids) => commentsBelow(db, organizationId, ids, request)),
  ),
}))
