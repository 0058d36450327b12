import type { Comment } from '../../db/rows.ts'
import type { Types } from '../../graphql/builder.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { ApprovalStatusRef } from '../posts/enums.ts'

/** Fields that a comment and its snapshot have in common. */
export const commentFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Comment>) => ({
  bodyHtml: t.field({
    type: 'HTML',
    description: 'Sanitized HTML.',
    resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'bodyHtml'),
  }),
  body: t.string({
    description: 'Plain text.',
    resolve: (comment, _args, { texts }) => texts.of(comment, 'comments', 'body'),
  }),
  parentId: t.id({
    nullable: true,
    description: 'Id of the comment it replies to. Null at the top level.',
    resolve: ({ parentId }) => (parentId === null ? null : toNodeId('Comment', parentId)),
  }),
  pinned: t.exposeBoolean('pinned', { description: 'Whether it is pinned.' }),
  official: t.exposeBoolean('official', {
    description: 'Whether it is the answer of the team, shown above the others.',
  }),
  internal: t.exposeBoolean('internal', { description: 'Whether only the team can see it.' }),
  approvalStatus: t.expose('approvalStatus', {
    type: ApprovalStatusRef,
    description: 'Whether the team has approved it.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
})
