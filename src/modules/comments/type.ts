import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { ApprovalStatusRef, PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { deletedAuthor } from './deleted-author.ts'
import { canSeeComment } from './policy.ts'

export const CommentRef = builder.prismaObject('Comment', {
  description: 'What somebody says below a post, or a reply to it.',
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
      description: 'Id of the comment it replies to; null at the top level.',
    }),
    pinned: t.exposeBoolean('pinned', { description: 'Held up by the team.' }),
    internal: t.exposeBoolean('internal', { description: 'Seen by the team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Whether the team let it through.',
      resolve: (comment) => comment.approvalStatus,
    }),
    deleted: t.boolean({
      description: 'Whether this is the placeholder of a deleted comment, which keeps its replies together.',
      resolve: (comment) => comment.deletedAt !== null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was written.',
      resolve: (comment) => comment.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: (comment) => comment.updatedAt,
    }),
    post: t.field({
      type: PostRef,
      description: 'The post it is about.',
      resolve: (comment, _args, { load }) => load.post.one(comment.postId),
    }),
    author: t.field({
      type: UserRef,
      description: 'Who wrote it; for a placeholder somebody of no name, whose id is 0.',
      resolve: (comment, _args, { load }) =>
        comment.deletedAt === null
          ? load.user.one(comment.authorId)
          : deletedAuthor(comment.organizationId, comment.deletedAt),
    }),
  }),
})

builder.prismaObjectFields(CommentRef, (t) => ({
  parent: t.field({
    type: CommentRef,
    nullable: true,
    description: 'The comment it replies to; null at the top level, or when the caller may not see that one.',
    resolve: async ({ parentId, postId }, _args, { caller, load }) => {
      const parent = parentId === null ? null : await load.comment.find(parentId)
      return parent && canSeeComment(caller, parent, await load.post.one(postId)) ? parent : null
    },
  }),
}))

export const CommentConnectionRef = connectionType('Comment', CommentRef)
