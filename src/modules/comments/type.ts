import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { ApprovalStatusRef, PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import type { CommentRow } from './comment-row.ts'
import { postLoaders } from '../posts/loaders.ts'
import { userLoaders } from '../users/loaders.ts'
import { visibleComment } from './visible-comment.ts'

export const CommentRef = builder.prismaObject('Comment', {
  description: 'A comment on a post, or a reply to a comment.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Comment')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    bodyHtml: t.field({
      type: 'HTML',
      description: 'Sanitized HTML.',
      resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'bodyHtml'),
    }),
    body: t.string({
      description: 'Plain text.',
      resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'body'),
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
    deleted: t.boolean({
      description: 'Whether it is the placeholder of a deleted comment that has replies.',
      resolve: (comment) => comment.deletedAt !== null,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Creation time.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change.',
    }),
    post: t.field({
      type: PostRef,
      description: 'Post of the comment.',
      resolve: (comment: CommentRow, _args, context) =>
        comment.post ?? postLoaders(context).byId.one(comment.postId),
    }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'Author of the comment. Null for a placeholder.',
      resolve: (comment: CommentRow, _args, context) =>
        comment.deletedAt === null
          ? (comment.author ?? userLoaders(context).byId.one(comment.authorId))
          : null,
    }),
  }),
})

builder.prismaObjectFields(CommentRef, (t) => ({
  parent: t.field({
    type: CommentRef,
    nullable: true,
    description: 'Comment it replies to. Null at the top level, or if not visible to the caller.',
    resolve: ({ parentId }, _args, context) =>
      parentId === null ? null : nullIfNotFound(visibleComment(context, parentId)),
  }),
}))

nodeFinder('Comment', (context, id) => nullIfNotFound(visibleComment(context, id)))

export const CommentConnectionRef = connectionType('Comment', CommentRef)
