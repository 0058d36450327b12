import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { lookupId } from '../../graphql/schema/node/lookup.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { orderType } from '../../graphql/schema/page.ts'
import { comparableEmail } from '../../lib/text/email.ts'
import { invalidParam } from '../../lib/errors.ts'
import { searchDescription } from '../search/descriptions.ts'
import { StatusBy } from '../statuses/type.ts'
import type { PostFilter } from './post-filter.ts'
import { ApprovalStatusRef } from './enums.ts'

/** Maximum number of tags of a filter. Each becomes part of the statement. */
const MAX_TAGS = 500

/** Argument `filter` of a list of posts. */
export const PostFilterInput = builder.inputType('PostFilter', {
  description: 'Filter of a list of posts. Omitted fields do not restrict it.',
  fields: (t) => ({
    bucketId: t.id(
      nodeIdInput('Bucket', {
        description: 'Only posts in this bucket. A private bucket requires `includePrivate`.',
      }),
    ),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Only posts with this approval status.',
    }),
    submitterEmails: t.field({
      type: ['EmailAddress'],
      description:
        "Only posts submitted by people with these e-mails, at most 500. Outside the team, only the caller's own e-mail.",
    }),
    interactorEmails: t.field({
      type: ['EmailAddress'],
      description:
        "Only posts that people with these e-mails submitted or voted on, at most 500. Outside the team, only the caller's own e-mail.",
    }),
    voterEmails: t.field({
      type: ['EmailAddress'],
      description:
        "Only posts that people with these e-mails voted on, at most 500. Outside the team, only the caller's own e-mail.",
    }),
    tagIds: t.idList(nodeIdInput('Tag', { description: 'Only posts with any of these tags.' })),
    statuses: t.field({ type: [StatusBy], description: 'Only posts in any of these statuses.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only posts created at or after this time.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Only posts created before this time.' }),
    search: t.string({
      description: searchDescription('Only posts with these words in the title, the tags or the description'),
    }),
    hidden: t.boolean({
      description: 'True for hidden posts only, which are excluded by default. Team only.',
    }),
    includePrivate: t.boolean({
      description: 'Whether to include the posts of private buckets. Team only, ignored for others.',
    }),
  }),
})

/** Argument `orderBy` of a list of posts. */
export const PostOrderInput = orderType('Post', {
  RELEVANCE: {
    value: 'relevance',
    description:
      'Relevance for `filter.search`, which it requires, of up to 500 matches with the most votes and up to 500 of the newest ones. ' +
      'Only `DESC`, and only in the query `posts`.',
  },
  CREATED_AT: { value: 'created_at', description: 'Submission time.' },
  UPDATED_AT: { value: 'updated_at', description: 'Time of the last change.' },
  VOTES: { value: 'votes', description: 'Number of up-votes, then submission time.' },
})

type Given = typeof PostFilterInput.$inferInput | null | undefined

/**
 * Returns a filter with database ids and comparable e-mails.
 * @throws AppError INVALID_PARAM for an id of another type or too many tags
 */
export function toPostFilter(given: Given): PostFilter {
  if ((given?.tagIds?.length ?? 0) > MAX_TAGS)
    throw invalidParam('filter.tagIds', `must contain at most ${MAX_TAGS} ids`)
  const { statuses, ...filter } = given ?? {}
  return {
    ...filter,
    statusIds: statuses
      ?.map((by, index) => lookupId('Status', by, `filter.statuses.${index}`))
      .filter((id) => id !== undefined),
    statusSlugs: statuses?.map(({ slug }) => slug?.normalize()).filter((slug) => slug !== undefined),
    bucketId: databaseIdOf('Bucket', 'filter.bucketId', given?.bucketId),
    tagIds: given?.tagIds?.map((id) => databaseIdOf('Tag', 'filter.tagIds', id)) ?? null,
    submitterEmails: given?.submitterEmails?.map(comparableEmail),
    interactorEmails: given?.interactorEmails?.map(comparableEmail),
    voterEmails: given?.voterEmails?.map(comparableEmail),
  }
}
