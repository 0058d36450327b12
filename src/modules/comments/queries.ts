import { viewerOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { orderType, pageArgs } from '../../graphql/schema/page.ts'
import { ApprovalStatusRef } from '../posts/enums.ts'
import { RELEVANCE, searchDescription } from '../search/descriptions.ts'
import { listComments } from './list-comments.ts'
import { CommentConnectionRef, CommentRef } from './type.ts'
import { visibleComment } from './visible-comment.ts'

const CommentBy = lookupType('Comment')

const CommentFilterRef = builder.inputType('CommentFilter', {
  description: 'Filter of a list of comments. Omitted fields do not restrict it.',
  fields: (t) => ({
    postId: t.id(nodeIdInput('Post', { description: 'Only comments on this post.' })),
    authorId: t.id(nodeIdInput('User', { description: 'Only comments that this person wrote.' })),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Only comments with this approval status.',
    }),
    internal: t.boolean({ description: 'True for internal comments only, false for others only.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only comments created at or after this time.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Only comments created before this time.' }),
    search: t.string({ description: searchDescription('Only comments with these words') }),
    includePrivate: t.boolean({
      description:
        'Whether to include comments on posts of private buckets. Team only, and always true with `postId`.',
    }),
  }),
})

const CommentOrder = orderType('Comment', {
  RELEVANCE,
  CREATED_AT: { value: 'createdAt', description: 'Creation time.' },
})

builder.queryFields((t) => ({
  comments: t.field({
    type: CommentConnectionRef,
    access: { require: 'organization', scope: 'comments:read', visitor: 'public' },
    description:
      'Comments that the caller may see. Outside the team, these are comments on public posts that are not ' +
      "internal and are either approved or the caller's own.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: CommentFilterRef, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: CommentOrder, description: 'Order. Default oldest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { caller, db, organizationId }) =>
      listComments(db, {
        organizationId,
        filter: {
          ...filter,
          postId: databaseIdOf('Post', 'filter.postId', filter?.postId),
          authorId: databaseIdOf('User', 'filter.authorId', filter?.authorId),
        },
        orderBy,
        viewer: viewerOf(caller),
        page,
      }),
  }),

  comment: t.field({
    type: CommentRef,
    nullable: true,
    access: { require: 'organization', scope: 'comments:read' },
    description: 'One comment, or null if there is none that the caller may see.',
    args: { by: t.arg({ type: CommentBy, required: true, description: 'Key of the comment.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleComment(context, lookupId('Comment', by) ?? 0)),
  }),
}))
