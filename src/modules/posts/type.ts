import { viewerOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { BucketRef } from '../buckets/type.ts'
import { StatusRef } from '../statuses/type.ts'
import { TagRef } from '../tags/type.ts'
import { UserRef } from '../users/type.ts'
import { includePrivateArg } from './listed-posts-type.ts'
import type { PostRow } from './post-row.ts'
import { bucketLoaders } from '../buckets/loaders.ts'
import { postLoaders } from './loaders.ts'
import { statusLoaders } from '../statuses/loaders.ts'
import { tagLoaders } from '../tags/loaders.ts'
import { userLoaders } from '../users/loaders.ts'
import { visiblePost } from './visible-post.ts'

export const ApprovalStatusRef = enumType('ApprovalStatus', 'Approval status of a post or comment.', {
  pending: 'Pending approval. Visible to the team and the author only.',
  approved: 'Approved. Visible to everyone who may see its bucket or post.',
})

export const PostRef = builder.prismaObject('Post', {
  description: 'A post of feedback, called feature request in the REST API.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Post')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', {
      description: 'URL slug, unique in the organization. A change of title keeps it.',
    }),
    title: t.exposeString('title', { description: 'Title in plain text.' }),
    preview: t.exposeString('preview', {
      description: 'First 160 characters of the description, cut at a word boundary.',
    }),
    description: t.string({
      description: 'Plain text.',
      resolve: (post, _args, { texts }) => texts.of(post, 'posts', 'description'),
    }),
    descriptionHtml: t.field({
      type: 'HTML',
      description: 'Sanitized HTML.',
      resolve: (post, _args, { texts }) => texts.of(post, 'posts', 'descriptionHtml'),
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the post on the portal.',
      resolve: (post, _args, { portalUrl }) => `${portalUrl}/p/${post.slug}`,
    }),
    approvalStatus: t.expose('approvalStatus', {
      type: ApprovalStatusRef,
      description: 'Whether the team has approved it.',
    }),
    hidden: t.exposeBoolean('hidden', {
      description: 'Whether it is excluded from lists, and visible to the team only.',
    }),
    pinned: t.exposeBoolean('pinned', { description: 'Whether it is pinned.' }),
    votesCount: t.exposeInt('votesCount', { description: 'Number of up-votes.' }),
    downvotesCount: t.exposeInt('downvotesCount', { description: 'Number of down-votes.' }),
    importedVotesCount: t.exposeInt('importedVotes', {
      description: 'Number of up-votes that an import counted without voters. `votesCount` contains them.',
    }),
    importedDownvotesCount: t.exposeInt('importedDownvotes', {
      description:
        'Number of down-votes that an import counted without voters. `downvotesCount` contains them.',
    }),
    commentsCount: t.exposeInt('commentsCount', {
      description: 'Number of comments, excluding internal, pending and deleted ones.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Submission time.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change, excluding votes and comments.',
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
