import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { PostReferenceSnapshotRef } from '../posts/snapshot-type.ts'
import { ApprovalStatusRef } from '../posts/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import type { CommentSnapshot } from './comment-snapshot.ts'

export const CommentSnapshotRef = builder.objectRef<CommentSnapshot>('CommentSnapshot').implement({
  description:
    'A comment right after the change of an event. It has no `id`, so that no cache takes it for the comment.',
  fields: (t) => ({
    commentId: t.id({ description: 'Id of the comment.', resolve: ({ id }) => toNodeId('Comment', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    body: t.string({
      description: 'Plain text.',
      resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'body'),
    }),
    bodyHtml: t.field({
      type: 'HTML',
      description: 'Sanitized HTML.',
      resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'bodyHtml'),
    }),
    parentId: t.id({
      nullable: true,
      description: 'Id of the comment it replies to. Null at the top level.',
      resolve: ({ parentId }) => (parentId === null ? null : toNodeId('Comment', parentId)),
    }),
    pinned: t.exposeBoolean('pinned', { description: 'Whether it is pinned.' }),
    internal: t.exposeBoolean('internal', { description: 'Whether only the team can see it.' }),
    approvalStatus: t.expose('approvalStatus', {
      type: ApprovalStatusRef,
      description: 'Whether the team has approved it.',
    }),
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})
