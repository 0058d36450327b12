import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { preview, toText } from '../../lib/rich-text/html.ts'
import { PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { commentFields } from './shared-type.ts'
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
    deleted: t.boolean({
      description: 'Whether it is the placeholder of a deleted comment that has replies.',
      resolve: (comment) => comment.deletedAt !== null,
    }),
    preview: t.string({
      description: 'First 160 characters of the text without marks of Markdown, cut at a word boundary.',
      resolve: async (comment: CommentRow, _args, { texts }) =>
        preview(toText(await texts.of(comment, 'comments', 'bodyHtml'))),
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

builder.objectFields(CommentRef, commentFields)

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
