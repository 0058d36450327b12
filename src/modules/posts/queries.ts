import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { selectedNodeFields } from '../../graphql/access/selection.ts'
import { viewerOf } from '../../auth/caller.ts'
import { assertFilter } from './assert-filter.ts'
import { PostFilterInput, PostOrderInput, toPostFilter } from './filter-type.ts'
import { listPosts } from './list-posts.ts'
import { PostConnectionRef, PostRef } from './type.ts'
import { visiblePost } from './visible-post.ts'

const PostBy = lookupType('Post', (t) => ({ slug: t.string({ description: 'URL slug.' }) }))

builder.queryFields((t) => ({
  posts: t.field({
    type: PostConnectionRef,
    access: { require: 'organization', scope: 'posts:read' },
    description:
      "The organization's posts, newest first by default. Merged posts and, by default, hidden posts are excluded.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: PostFilterInput, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: PostOrderInput, description: 'Order. Default newest first.' }),
    },
    resolve: async (_root, { filter: given, orderBy, ...page }, context, info) => {
      const { caller, organizationId } = context
      const filter = toPostFilter(given)
      await assertFilter(context, filter)
      return listPosts(context.db, {
        organizationId,
        filter,
        viewer: viewerOf(caller),
        order: orderBy,
        page,
        selection: selectedNodeFields(info),
      })
    },
  }),

  post: t.field({
    type: PostRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'One post, including hidden and merged posts, or null if there is none.',
    args: { by: t.arg({ type: PostBy, required: true, description: 'Key of the post.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visiblePost(context, lookupId('Post', by) ?? { slug: by.slug ?? '' })),
  }),
}))
