import { builder } from '../../graphql/builder.ts'
import { lookupId, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { selectedNodeFields } from '../../graphql/access/selection.ts'
import { viewerOf } from '../../auth/caller.ts'
import { commentsOfPosts } from '../comments/thread-type.ts'
import { assertFilter } from './assert-filter.ts'
import { PostFilterInput, PostOrderInput, toPostFilter } from './filter-type.ts'
import { listPosts } from './list-posts.ts'
import { findByOldPath } from './old-addresses/find-by-old-path.ts'
import { survivingPostId } from './merging/surviving-post.ts'
import { PostConnectionRef, PostRef } from './type.ts'
import { visiblePost } from './visible-post.ts'
import { PostBy } from './post-by-type.ts'

builder.queryFields((t) => ({
  posts: t.field({
    type: PostConnectionRef,
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
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
        comments: commentsOfPosts(context, info),
      })
    },
  }),

  post: t.field({
    type: PostRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description: 'One post, also a merged or for the team a hidden one, or null if there is none.',
    args: { by: t.arg({ type: PostBy, required: true, description: 'Key of the post.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visiblePost(context, lookupId('Post', by) ?? { slug: by.slug ?? '' })),
  }),

  survivingPost: t.field({
    type: PostRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description: 'The post into which the public post with a slug was merged. Null if it was not merged.',
    args: { slug: t.arg.string({ required: true, description: 'URL slug of the merged post.' }) },
    resolve: async (_root, { slug }, context) => {
      const id = await survivingPostId(context.db, context.organizationId, slug)
      return id === null ? null : nullIfNotFound(visiblePost(context, id))
    },
  }),

  importedPost: t.field({
    type: PostRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description:
      'The post that had a path at the source of an import. Null if there is none, or if it is hidden.',
    args: { path: t.arg.string({ required: true, description: 'Path at the source, percent-decoded.' }) },
    resolve: async (_root, { path }, context) => {
      const found = await findByOldPath(context.db, context.organizationId, path)
      return found?.kind === 'post' ? nullIfNotFound(visiblePost(context, found.localId)) : null
    },
  }),
}))
