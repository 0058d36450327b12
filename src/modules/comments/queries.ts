import { viewerOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { filterIds } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { ApprovalStatusRef } from '../posts/type.ts'
import { listComments } from './list-comments.ts'
import { CommentConnectionRef, CommentRef } from './type.ts'
import { visibleComment } from './visible-comment.ts'

const CommentFilterRef = builder.inputType('CommentFilter', {
  description: 'Filter of a list of comments. Omitted fields do not restrict it.',
  fields: (t) => ({
    postId: t.id({ description: 'Only comments on this post.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Only comments with this approval status.',
    }),
    internal: t.boolean({ description: 'True for internal comments only, false for others only.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only comments created at or after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Only comments created before this time.' }),
  }),
})

builder.queryFields((t) => ({
  comments: t.field({
    type: CommentConnectionRef,
    access: { require: 'organization', scope: 'comments:read' },
    description:
      'Comments that the caller may see, oldest first. Outside the team, these are comments on public posts ' +
      "that are not internal and are either approved or the caller's own.",
    args: { ...pageArgs, filter: t.arg({ type: CommentFilterRef, description: 'Filter of the list.' }) },
    resolve: (_root, { filter, ...page }, { caller, db, organizationId }) =>
      listComments(db, {
        organizationId,
        filter: {
          ...filter,
          postId: filterIds('postId', filter?.postId == null ? null : [filter.postId])?.[0],
        },
        viewer: viewerOf(caller),
        page,
      }),
  }),

  comment: t.field({
    type: CommentRef,
    access: { require: 'organization', scope: 'comments:read' },
    description: 'The comment with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: (_root, { id }, context) => visibleComment(context, id),
  }),
}))
