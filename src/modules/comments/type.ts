import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { ApprovalStatusRef, PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { deletedAuthor } from './deleted-author.ts'
import { canSeeComment } from './policy.ts'
import { commentLoaders } from './loaders.ts'
import { postLoaders } from '../posts/loaders.ts'
import { userLoaders } from '../users/loaders.ts'

export const CommentRef = builder.prismaObject('Comment', {
  description: 'A comment on a post, or a reply to a comment.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    bodyHtml: t.string({
      description: 'Sanitized HTML.',
      resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'bodyHtml'),
    }),
    body: t.string({
      description: 'Plain text.',
      resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'body'),
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the comment it replies to. Null at the top level.',
    }),
    pinned: t.exposeBoolean('pinned', { description: 'Whether it is pinned.' }),
    internal: t.exposeBoolean('internal', { description: 'Whether only the team can see it.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Approval status.',
      resolve: (comment) => comment.approvalStatus,
    }),
    deleted: t.boolean({
      description: 'Whether it is the placeholder of a deleted comment that has replies.',
      resolve: (comment) => comment.deletedAt !== null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (comment) => comment.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change.',
      resolve: (comment) => comment.updatedAt,
    }),
    post: t.field({
      type: PostRef,
      description: 'Post of the comment.',
      resolve: (comment, _args, context) => postLoaders(context).byId.one(comment.postId),
    }),
    author: t.field({
      type: UserRef,
      description: 'Author of the comment. A placeholder has an anonymous author with id 0.',
      resolve: (comment, _args, context) =>
        comment.deletedAt === null
          ? userLoaders(context).byId.one(comment.authorId)
          : deletedAuthor(comment.organizationId, comment.deletedAt),
    }),
  }),
})

builder.prismaObjectFields(CommentRef, (t) => ({
  parent: t.field({
    type: CommentRef,
    nullable: true,
    description: 'Comment it replies to. Null at the top level, or if not visible to the caller.',
    resolve: async ({ parentId, postId }, _args, context) => {
      const parent = parentId === null ? null : await commentLoaders(context).byId.find(parentId)
      return parent && canSeeComment(context.caller, parent, await postLoaders(context).byId.one(postId))
        ? parent
        : null
    },
  }),
}))

export const CommentConnectionRef = connectionType('Comment', CommentRef)
