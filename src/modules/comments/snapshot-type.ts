import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { PostReferenceSnapshotRef } from '../posts/snapshot-type.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { commentFields } from './shared-type.ts'
import type { CommentSnapshot } from './comment-snapshot.ts'

export const CommentSnapshotRef = builder.objectRef<CommentSnapshot>('CommentSnapshot').implement({
  description:
    'A comment right after the change of an event. It has no `id`, so that no cache takes it for the comment.',
  fields: (t) => ({
    commentId: t.id({ description: 'Id of the comment.', resolve: ({ id }) => toNodeId('Comment', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    ...commentFields(t),
    commentsCount: t.exposeInt('commentsCount', {
      description: 'Number of comments on the post right after the change, as `Post.commentsCount`.',
    }),
    post: t.expose('post', { type: PostReferenceSnapshotRef, description: 'Post that it is on.' }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'Author, as they are now. Null for a placeholder.',
      resolve: ({ authorId, deletedAt }, _args, context) =>
        deletedAt === null ? userLoaders(context).byId.find(authorId) : null,
    }),
  }),
})
