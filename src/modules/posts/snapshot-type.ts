import type { Status, Tag } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { BucketSnapshotRef } from '../buckets/snapshot-type.ts'
import { StatusKindRef } from '../statuses/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { postFields } from './shared-type.ts'
import type { PostCounts, PostOfSnapshot, PostSnapshot } from './post-snapshot.ts'
import { isVisiblePost } from './visible-post.ts'

const StatusSnapshotRef = builder.objectRef<Status>('StatusSnapshot').implement({
  description: 'The status of a post at the time of an event.',
  fields: (t) => ({
    statusId: t.id({ description: 'Id of the status.', resolve: ({ id }) => toNodeId('Status', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'Slug, as in `StatusBy`.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    kind: t.expose('kind', { type: StatusKindRef, description: 'Kind of the status.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
  }),
})

const TagSnapshotRef = builder.objectRef<Tag>('TagSnapshot').implement({
  description: 'A tag of a post at the time of an event.',
  fields: (t) => ({
    tagId: t.id({ description: 'Id of the tag.', resolve: ({ id }) => toNodeId('Tag', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Name of the tag.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
  }),
})

export const PostSnapshotRef = builder.objectRef<PostSnapshot>('PostSnapshot').implement({
  description:
    'A post right after the change of an event. It has no `id`, so that no cache takes it for the post.',
  fields: (t) => ({
    postId: t.id({ description: 'Id of the post.', resolve: ({ id }) => toNodeId('Post', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    ...postFields(t),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    preview: t.exposeString('preview', { description: 'First 160 characters of the description.' }),
    url: t.field({
      type: 'URL',
      description: 'URL of the post on the portal.',
      resolve: ({ slug }, _args, { portalUrl }) => `${portalUrl}/p/${slug}`,
    }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether it is excluded from lists.' }),
    mergedIntoId: t.id({
      nullable: true,
      description: 'Id of the post that it was merged into. Null if it is not visible to the caller now.',
      resolve: async ({ mergedIntoId }, _args, context) =>
        mergedIntoId !== null && (await isVisiblePost(context, mergedIntoId))
          ? toNodeId('Post', mergedIntoId)
          : null,
    }),
    bucket: t.expose('bucket', { type: BucketSnapshotRef, description: 'Bucket that contained it.' }),
    status: t.expose('status', { type: StatusSnapshotRef, description: 'Status that it had.' }),
    tags: t.expose('tags', { type: [TagSnapshotRef], description: 'Tags, sorted by name.' }),
    submitter: t.field({
      type: UserRef,
      description: 'Person who submitted the post, as they are now.',
      resolve: ({ submitterId }, _args, context) => userLoaders(context).byId.one(submitterId),
    }),
  }),
})

export const PostCountsSnapshotRef = builder.objectRef<PostCounts>('PostCountsSnapshot').implement({
  description: 'Counts of a post at the time of an event.',
  fields: (t) => ({
    postId: t.id({ description: 'Id of the post.', resolve: ({ id }) => toNodeId('Post', id) }),
    votesCount: t.exposeInt('votesCount', { description: 'Number of up-votes.' }),
    downvotesCount: t.exposeInt('downvotesCount', { description: 'Number of down-votes.' }),
    commentsCount: t.exposeInt('commentsCount', {
      description: 'Number of comments, excluding internal, pending and deleted ones.',
    }),
  }),
})

export const PostReferenceSnapshotRef = builder.objectRef<PostOfSnapshot>('PostReferenceSnapshot').implement({
  description: 'The post of a comment or vote at the time of an event.',
  fields: (t) => ({
    postId: t.id({ description: 'Id of the post.', resolve: ({ id }) => toNodeId('Post', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    title: t.exposeString('title', { description: 'Title in plain text.' }),
    url: t.field({
      type: 'URL',
      description: 'URL of the post on the portal.',
      resolve: ({ slug }, _args, { portalUrl }) => `${portalUrl}/p/${slug}`,
    }),
  }),
})
