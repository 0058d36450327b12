import { getArgumentValues, isObjectType, type GraphQLResolveInfo } from 'graphql'
import { viewerOf } from '../../auth/caller.ts'
import { isFirstPage, type PageRequest } from '../../db/lists/keyset.ts'
import { onlyNodeField, selectedNodeFields } from '../../graphql/access/selection.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import type { CommentsOfPosts } from '../posts/list-posts.ts'
import type { PostRow } from '../posts/post-row.ts'
import { PostRef } from '../posts/type.ts'
import { commentFields } from './comment-row.ts'
import { definedBelow, type CommentsBelowRequest } from './comments-below.ts'
import { CommentConnectionRef, CommentRef } from './type.ts'
import { commentLoaders } from './loaders.ts'

builder.prismaObjectFields(PostRef, (t) => ({
  answer: t.field({
    type: CommentRef,
    nullable: true,
    description: 'Last answer of the team: its newest official comment. Null without one.',
    resolve: async ({ id }, _args, context) => (await commentLoaders(context).answer(id))[0] ?? null,
  }),
  comments: t.field({
    type: CommentConnectionRef,
    description: 'Comments that the caller may see, including replies, oldest first.',
    args: pageArgs,
    resolve: (post: PostRow, page, context, info) =>
      post.comments && post.comments.field === info.fieldNodes[0]
        ? post.comments.page
        : pageBelow('post', post.id, page, { context, info }),
  }),
}))

/**
 * Returns the page of comments that an operation selects on the posts of a list, for the statement of the list.
 * Null if it selects none, several, or another page than the first. Their resolver then reads them.
 */
export function commentsOfPosts({ caller }: Context, info: GraphQLResolveInfo): CommentsOfPosts | null {
  const field = onlyNodeField(info, 'comments')
  const type = info.schema.getType('Post')
  const definition = isObjectType(type) && type.getFields().comments
  if (!field || !definition) return null
  const page = getArgumentValues(definition, field, info.variableValues) as PageRequest
  if (!isFirstPage(page)) return null
  const fields = commentFields(selectedNodeFields({ ...info, fieldNodes: [field] }))
  return { field, page, define: definedBelow({ anchor: 'post', viewer: viewerOf(caller), fields }) }
}

builder.prismaObjectFields(CommentRef, (t) => ({
  replies: t.field({
    type: CommentConnectionRef,
    description: 'Direct replies that the caller may see, oldest first.',
    args: pageArgs,
    resolve: (comment, page, context, info) => pageBelow('parent', comment.id, page, { context, info }),
  }),
}))

async function pageBelow(
  anchor: CommentsBelowRequest['anchor'],
  id: number,
  { first, after, last, before, offset }: PageRequest,
  { context, info }: { context: Context; info: GraphQLResolveInfo },
) {
  const viewer = viewerOf(context.caller)
  const below = commentLoaders(context).below({
    anchor,
    page: { first, after, last, before, offset },
    viewer,
    fields: commentFields(selectedNodeFields(info)),
  })
  return (await below.one(id)).page
}
