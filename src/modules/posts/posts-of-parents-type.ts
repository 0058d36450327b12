import type { ArgBuilder } from '@pothos/core'
import { viewerOf } from '../../auth/caller.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import type { PageRequest } from '../../db/lists/keyset.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { BucketRef } from '../buckets/type.ts'
import { StatusRef } from '../statuses/type.ts'
import { TagRef } from '../tags/type.ts'
import { UserRef } from '../users/type.ts'
import { PostFilterInput, PostOrderInput, toPostFilter } from './filter-type.ts'
import type { PostParent } from './list-posts-of-parents.ts'
import { postLoaders } from './loaders.ts'
import type { PostOrder } from './post-order.ts'
import { PostConnectionRef } from './type.ts'

const args = (t: { arg: ArgBuilder<Types> }) => ({
  ...pageArgs,
  filter: t.arg({ type: PostFilterInput, description: 'Filter of the list.' }),
  orderBy: t.arg({ type: PostOrderInput, description: 'Order. Default newest first.' }),
})

type Args = PageRequest & {
  filter?: typeof PostFilterInput.$inferInput | null | undefined
  orderBy?: PostOrder | null | undefined
}

/** Returns the resolver of the posts of one kind of object. The posts of a private bucket are all private. */
const postsOf =
  (parent: PostParent) =>
  async ({ id }: { id: number }, { filter, orderBy, ...page }: Args, context: Context) => {
    const { first, after, last, before, offset } = page
    const request = {
      parent,
      filter: toPostFilter(parent === 'bucket' ? { includePrivate: true, ...filter } : filter),
      viewer: viewerOf(context.caller),
      order: orderBy ?? null,
      page: { first, after, last, before, offset },
    }
    return (await postLoaders(context).ofParent(request).one(id)).page
  }

builder.prismaObjectFields(BucketRef, (t) => ({
  posts: t.field({
    type: PostConnectionRef,
    description:
      'Posts in the bucket that `posts` lists, newest first by default. Private ones are included.',
    args: args(t),
    resolve: postsOf('bucket'),
  }),
}))

builder.prismaObjectFields(StatusRef, (t) => ({
  posts: t.field({
    type: PostConnectionRef,
    description: 'Posts with the status that `posts` lists, newest first by default.',
    args: args(t),
    resolve: postsOf('status'),
  }),
}))

builder.prismaObjectFields(TagRef, (t) => ({
  posts: t.field({
    type: PostConnectionRef,
    description: 'Posts with the tag that `posts` lists, newest first by default.',
    args: args(t),
    resolve: postsOf('tag'),
  }),
}))

builder.prismaObjectFields(UserRef, (t) => ({
  posts: t.field({
    type: PostConnectionRef,
    description: 'Posts that the person submitted and that `posts` lists, newest first by default.',
    args: args(t),
    resolve: postsOf('submitter'),
  }),
}))
