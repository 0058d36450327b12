import type { Post } from '../../db/rows.ts'
import type { Types } from '../../graphql/builder.ts'
import { ApprovalStatusRef } from './enums.ts'

/** Fields that a post and its snapshot have in common. */
export const postFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Post>) => ({
  title: t.exposeString('title', { description: 'Title in plain text.' }),
  description: t.string({
    description: 'Plain text.',
    resolve: (post, _args, { texts }) => texts.of(post, 'posts', 'description'),
  }),
  descriptionHtml: t.field({
    type: 'HTML',
    description: 'Sanitized HTML.',
    resolve: (post, _args, { texts }) => texts.of(post, 'posts', 'descriptionHtml'),
  }),
  approvalStatus: t.expose('approvalStatus', {
    type: ApprovalStatusRef,
    description: 'Whether the team has approved it.',
  }),
  pinned: t.exposeBoolean('pinned', { description: 'Whether it is pinned.' }),
  votesCount: t.exposeInt('votesCount', { description: 'Number of up-votes.' }),
  downvotesCount: t.exposeInt('downvotesCount', { description: 'Number of down-votes.' }),
  commentsCount: t.exposeInt('commentsCount', {
    description: 'Number of comments, excluding internal, pending and deleted ones.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Submission time.' }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'Time of the last change, excluding votes and comments.',
  }),
})
