import type { GraphQLResolveInfo } from 'graphql'
import { viewerOf } from '../../auth/caller.ts'
import type { PageRequest } from '../../db/keyset.ts'
import { selectedNodeFields } from '../../graphql/access/selection.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { PostRef } from '../posts/type.ts'
import { commentFields } from './comment-row.ts'
import type { CommentsBelowRequest } from './comments-below.ts'
import { CommentConnectionRef, CommentRef } from './type.ts'
import { commentLoaders } from './loaders.ts'

builder.prismaObjectFields(PostRef, (t) => ({
  comments: t.field({
    type: CommentConnectionRef,
    description: 'Comments that the caller may see, including replies, oldest first.',
    args: pageArgs,
    resolve: (post, page, context, info) => pageBelow('post', post.id, page, { context, info }),
  }),
}))

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
