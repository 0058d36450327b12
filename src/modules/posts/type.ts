import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType, pageArgs } from '../../graphql/page.ts'
import { BucketRef } from '../buckets/type.ts'
import { StatusRef } from '../statuses/type.ts'
import { TagRef } from '../tags/type.ts'
import { UserRef } from '../users/type.ts'
import { canSeePost } from './policy.ts'
import type { PostRow } from './post-row.ts'

export const ApprovalStatusRef = builder.enumType('ApprovalStatus', {
  description: 'Whether the team let it through.',
  values: {
    pending: { value: 'pending', description: 'Waits for the team; seen by it and by the author only.' },
    approved: { value: 'approved', description: 'Seen by all who may see its place.' },
  } as const,
})

export const PostRef = builder.prismaObject('Post', {
  description: 'A piece of feedback; REST calls it a feature request.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', {
      description: 'Its name in addresses, unique in the organization; kept when the title changes.',
    }),
    title: t.exposeString('title', { description: 'Title.' }),
    preview: t.exposeString('preview', {
      description: 'The first 160 characters of the description, cut at a word.',
    }),
    description: t.string({
      description: 'Plain text.',
      resolve: (post, _args, { texts }) => texts.of(post, 'posts', 'description'),
    }),
    descriptionHtml: t.string({
      description: 'Sanitized HTML.',
      resolve: (post, _args, { texts }) => texts.of(post, 'posts', 'descriptionHtml'),
    }),
    url: t.string({
      description: "The post's page on the portal.",
      resolve: (post, _args, { portalUrl }) => `${portalUrl}/p/${post.slug}`,
    }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Whether the team let it through.',
      resolve: (post) => post.approvalStatus,
    }),
    hidden: t.exposeBoolean('hidden', { description: 'Left out of lists.' }),
    pinned: t.exposeBoolean('pinned', { description: 'Held up by the team.' }),
    votesCount: t.exposeInt('votesCount', { description: 'Up-votes.' }),
    downvotesCount: t.exposeInt('downvotesCount', { description: 'Down-votes.' }),
    commentsCount: t.exposeInt('commentsCount', {
      description: 'Comments, internal and pending ones left out.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was submitted.',
      resolve: (post) => post.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed; votes and comments do not count.',
      resolve: (post) => post.updatedAt,
    }),
    bucket: t.field({
      type: BucketRef,
      description: 'The board it stands on.',
      resolve: (post: PostRow, _args, { load }) => post.bucket ?? load.bucket.one(post.bucketId),
    }),
    status: t.field({
      type: StatusRef,
      description: 'Its stage in the workflow.',
      resolve: (post: PostRow, _args, { load }) => post.status ?? load.status.one(post.statusId),
    }),
    submitter: t.field({
      type: UserRef,
      description: 'Who submitted it.',
      resolve: (post: PostRow, _args, { load }) => post.submitter ?? load.user.one(post.submitterId),
    }),
    tags: t.field({
      type: [TagRef],
      description: 'Its tags, by name.',
      resolve: (post: PostRow, _args, { load }) => post.tags ?? load.tagsOfPost(post.id),
    }),
  }),
})

builder.prismaObjectFields(PostRef, (t) => ({
  mergedInto: t.field({
    type: PostRef,
    nullable: true,
    description: 'The post this one was merged into, if the caller may see it.',
    resolve: async (post, _args, { caller, load }) => {
      const parent = post.mergedIntoId === null ? null : await load.post.find(post.mergedIntoId)
      return parent && canSeePost(caller, parent) ? parent : null
    },
  }),
}))

export const PostConnectionRef = connectionType('Post', PostRef)

builder.prismaObjectFields(PostRef, (t) => ({
  mergedPosts: t.field({
    type: PostConnectionRef,
    description: 'The posts that were merged into this one, oldest first, as far as the caller may see them.',
    args: pageArgs,
    resolve: async ({ id }, { first, after, last, before, page }, { caller, load }) => {
      const viewer = { seesAll: hasTeamView(caller), actorId: caller.actorId }
      return (await load.mergedPosts({ page: { first, after, last, before, page }, viewer }).one(id)).page
    },
  }),
}))
