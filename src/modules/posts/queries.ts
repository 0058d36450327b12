import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { filterIds } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { selectedNodeFields } from '../../graphql/access/selection.ts'
import { viewerOf } from '../../auth/caller.ts'
import { assertStatusSlugs } from '../statuses/assert-status-slugs.ts'
import { assertFilter } from './assert-filter.ts'
import { listPosts, type PostSort } from './list-posts.ts'
import { ApprovalStatusRef, PostConnectionRef, PostRef } from './type.ts'
import { userLoaders } from '../users/loaders.ts'
import { visiblePost } from './visible-post.ts'

const PostSortRef = builder.enumType('PostSort', {
  description: 'Sort order of posts. Ties are ordered by id.',
  values: {
    RELEVANCE: {
      value: 'relevance',
      description:
        'Most relevant first, of the 500 matches with the most votes and the 500 newest ones. Requires `filter.search`.',
    },
    TOP: { value: 'top', description: 'Most up-votes first, then newest first.' },
    LATEST_CREATED_AT: { value: 'latest_created_at', description: 'Newest first.' },
    OLDEST_CREATED_AT: { value: 'oldest_created_at', description: 'Oldest first.' },
    LATEST_UPDATED_AT: { value: 'latest_updated_at', description: 'Most recently changed first.' },
    OLDEST_UPDATED_AT: { value: 'oldest_updated_at', description: 'Least recently changed first.' },
  } satisfies Record<string, { value: PostSort; description: string }>,
})

const PostFilterRef = builder.inputType('PostFilter', {
  description: 'Filter of a list of posts. Omitted fields do not restrict it.',
  fields: (t) => ({
    bucketId: t.id({ description: 'Only posts in this bucket. A private bucket requires `includePrivate`.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Only posts with this approval status.',
    }),
    submitterEmails: t.stringList({
      description:
        "Only posts submitted by people with these e-mails, at most 500. Outside the team, only the caller's own e-mail.",
    }),
    interactorEmails: t.stringList({
      description:
        "Only posts that people with these e-mails submitted or voted on, at most 500. Outside the team, only the caller's own e-mail.",
    }),
    tagIds: t.idList({ description: 'Only posts with any of these tags.' }),
    statuses: t.stringList({ description: 'Only posts in any of the statuses with these slugs.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only posts created at or after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Only posts created before this time.' }),
    search: t.string({
      description:
        'Only posts with these words in the title or the description, at most 500 characters. `"…"` is a phrase, ' +
        '`or` separates alternatives, and `-` excludes a word. The last word also matches as a prefix.',
    }),
    hidden: t.boolean({
      description: 'True for hidden posts only. By default they are excluded. Team only.',
    }),
  }),
})

builder.queryFields((t) => ({
  posts: t.field({
    type: PostConnectionRef,
    access: { require: 'organization', scope: 'posts:read' },
    description:
      "The organization's posts, newest first by default. Merged posts and, by default, hidden posts are excluded.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: PostFilterRef, description: 'Filter of the list.' }),
      sort: t.arg({ type: PostSortRef, description: 'Sort order. Default `LATEST_CREATED_AT`.' }),
      includePrivate: t.arg.boolean({
        description: 'Whether to include the posts of private buckets. Team only, ignored for others.',
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
        viewer: { ...viewerOf(caller), includePrivate: includePrivate ?? false },
        sort: sort ?? 'latest_created_at',
        page,
        selection: selectedNodeFields(info),
      })
    },
  }),

  post: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'The post with the given id, including hidden and merged posts.',
    args: { id: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: (_root, { id }, context) => visiblePost(context, id),
  }),
}))

async function emailOfCaller(context: Context): Promise<string | null> {
  const person =
    context.caller.actorId === null ? null : await userLoaders(context).byId.find(context.caller.actorId)
  return person?.email ?? null
}
