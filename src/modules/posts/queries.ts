import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { filterIds, parseObjectId } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { selectedNodeFields } from '../../graphql/access/selection.ts'
import { hasTeamView } from '../../auth/caller.ts'
import { notFound } from '../../lib/errors.ts'
import { assertStatusSlugs } from '../statuses/assert-status-slugs.ts'
import { assertFilter } from './assert-filter.ts'
import { listPosts, type PostSort } from './list-posts.ts'
import { canSeePost } from './policy.ts'
import { ApprovalStatusRef, PostConnectionRef, PostRef } from './type.ts'

const PostSortRef = builder.enumType('PostSort', {
  description: 'The order of a list of posts; ties by id.',
  values: {
    TOP: { value: 'top', description: 'Most up-votes first, newest first among equals.' },
    LATEST_CREATED_AT: { value: 'latest_created_at', description: 'Newest first.' },
    OLDEST_CREATED_AT: { value: 'oldest_created_at', description: 'Oldest first.' },
    LATEST_UPDATED_AT: { value: 'latest_updated_at', description: 'Last changed first.' },
    OLDEST_UPDATED_AT: { value: 'oldest_updated_at', description: 'Longest unchanged first.' },
  } satisfies Record<string, { value: PostSort; description: string }>,
})

const PostFilterRef = builder.inputType('PostFilter', {
  description: 'Narrows a list of posts; what is left out does not narrow.',
  fields: (t) => ({
    bucketId: t.id({ description: 'Posts on this board. A private board needs `includePrivate`.' }),
    approvalStatus: t.field({ type: ApprovalStatusRef, description: 'Posts of this approval status.' }),
    submitterEmails: t.stringList({
      description: 'Posts submitted by people with these e-mails; outside the team only the own one.',
    }),
    interactorEmails: t.stringList({
      description:
        'Posts that people with these e-mails submitted or voted on; outside the team only the own one.',
    }),
    tagIds: t.idList({ description: 'Posts with any of these tags.' }),
    statuses: t.stringList({ description: 'Posts in any of the statuses with these slugs.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Posts created at this moment or later.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Posts created before this moment.' }),
    hidden: t.boolean({ description: 'True for the hidden posts instead of the others; team only.' }),
  }),
})

builder.queryFields((t) => ({
  posts: t.field({
    type: PostConnectionRef,
    access: { require: 'organization', scope: 'posts:read' },
    description:
      "The organization's posts that are neither hidden nor merged, newest first unless sorted otherwise.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: PostFilterRef, description: 'Narrows the list.' }),
      sort: t.arg({ type: PostSortRef, description: 'The order.' }),
      includePrivate: t.arg.boolean({
        description: "Opens private boards' posts to the team; nothing to others.",
      }),
    },
    resolve: async (_root, { filter, sort, includePrivate, ...page }, context, info) => {
      const { caller, organizationId } = context
      if (filter?.statuses?.length) await assertStatusSlugs(context.db, organizationId, filter.statuses)
      const narrowed = {
        ...filter,
        bucketId: filterIds('bucketId', filter?.bucketId == null ? null : [filter.bucketId])?.[0],
        tagIds: filterIds('tagIds', filter?.tagIds),
        submitterEmails: filter?.submitterEmails?.map((email) => email.trim().toLowerCase()),
        interactorEmails: filter?.interactorEmails?.map((email) => email.trim().toLowerCase()),
        statusSlugs: filter?.statuses,
      }
      await assertFilter(caller, narrowed, () => emailOfCaller(context))
      return listPosts(context.db, {
        organizationId,
        filter: narrowed,
        viewer: {
          seesAll: hasTeamView(caller),
          actorId: caller.actorId,
          includePrivate: includePrivate ?? false,
        },
        sort: sort ?? 'latest_created_at',
        page,
        wanted: selectedNodeFields(info),
      })
    },
  }),

  post: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'One post, also when it is hidden or merged.',
    args: { id: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: async (_root, args, { caller, load }) => {
      const post = await load.post.find(parseObjectId('Post', args.id))
      if (!post || !canSeePost(caller, post)) throw notFound('Post')
      return post
    },
  }),
}))

async function emailOfCaller({ caller, load }: Context): Promise<string | null> {
  const person = caller.actorId === null ? null : await load.user.find(caller.actorId)
  return person?.email ?? null
}
