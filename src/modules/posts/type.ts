import { viewerOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { BucketRef } from '../buckets/type.ts'
import { StatusRef } from '../statuses/type.ts'
import { TagRef } from '../tags/type.ts'
import { UserRef } from '../users/type.ts'
import { postFields } from './shared-type.ts'
import { includePrivateArg } from './listed-posts-type.ts'
import type { PostRow } from './post-row.ts'
import { bucketLoaders } from '../buckets/loaders.ts'
import { postLoaders } from './loaders.ts'
import { statusLoaders } from '../statuses/loaders.ts'
import { tagLoaders } from '../tags/loaders.ts'
import { userLoaders } from '../users/loaders.ts'
import { visiblePost } from './visible-post.ts'

export const PostRef = builder.prismaObject('Post', {
  description: 'A post of feedback, called feature request in the REST API.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Post')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', {
      description: 'URL slug, unique in the organization. A change of title keeps it.',
    }),
    preview: t.exposeString('preview', {
      description: 'First 160 characters of the description, cut at a word boundary.',
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the post on the portal.',
      resolve: (post, _args, { portalUrl }) => `${portalUrl}/p/${post.slug}`,
    }),
    hidden: t.exposeBoolean('hidden', {
      description: 'Whether it is excluded from lists, and visible to the team only.',
    }),
    importedVotesCount: t.exposeInt('importedVotes', {
      description: 'Number of up-votes that an import counted without voters. `votesCount` contains them.',
    }),
    importedDownvotesCount: t.exposeInt('importedDownvotes', {
      description:
        'Number of down-votes that an import counted without voters. `downvotesCount` contains them.',
    }),
    bucket: t.field({
      type: BucketRef,
      description: 'Bucket of the post.',
      resolve: (post: PostRow, _args, context) =>
        post.bucket ?? bucketLoaders(context).byId.one(post.bucketId),
    }),
    status: t.field({
      type: StatusRef,
      description: 'Status of the post.',
      resolve: (post: PostRow, _args, context) =>
        post.status ?? statusLoaders(context).byId.one(post.statusId),
    }),
    submitter: t.field({
      type: UserRef,
      description: 'Person who submitted the post.',
      resolve: (post: PostRow, _args, context) =>
        post.submitter ?? userLoaders(context).byId.one(post.submitterId),
    }),
    tags: t.field({
      type: [TagRef],
      description: 'Tags, sorted by name.',
      resolve: (post: PostRow, _args, context) => post.tags ?? tagLoaders(context).ofPost(post.id),
    }),
  }),
})

builder.objectFields(PostRef, postFields)

builder.prismaObjectFields(PostRef, (t) => ({
  mergedInto: t.field({
    type: PostRef,
    nullable: true,
    description: 'Post this one was merged into. Null if it is not merged, or not visible to the caller.',
    resolve: ({ mergedIntoId }, _args, context) =>
      mergedIntoId === null ? null : nullIfNotFound(visiblePost(context, mergedIntoId)),
  }),
}))

nodeFinder('Post', (context, id) => nullIfNotFound(visiblePost(context, id)))

export const PostConnectionRef = connectionType('Post', PostRef)

builder.prismaObjectFields(PostRef, (t) => ({
  mergedPosts: t.field({
    type: PostConnectionRef,
    description: 'Posts merged into this one that the caller may see, oldest first.',
    args: { ...pageArgs, ...includePrivateArg(t) },
    resolve: async ({ id }, { first, after, last, before, offset, includePrivate }, context) => {
      const viewer = viewerOf(context.caller)
      const page = { first, after, last, before, offset }
      return (await postLoaders(context).merged({ page, viewer, includePrivate }).one(id)).page
    },
  }),
}))
