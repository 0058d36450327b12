import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { filterIds, parseObjectId } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { notFound } from '../../lib/errors.ts'
import { ApprovalStatusRef } from '../posts/type.ts'
import { listComments } from './list-comments.ts'
import { canSeeComment } from './policy.ts'
import { CommentConnectionRef, CommentRef } from './type.ts'

const CommentFilterRef = builder.inputType('CommentFilter', {
  description: 'Narrows a list of comments; what is left out does not narrow.',
  fields: (t) => ({
    postId: t.id({ description: 'Comments on this post.' }),
    approvalStatus: t.field({ type: ApprovalStatusRef, description: 'Comments of this approval status.' }),
    internal: t.boolean({ description: 'True for those that only the team sees, false for the others.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Comments written at this moment or later.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Comments written before this moment.' }),
  }),
})

builder.queryFields((t) => ({
  comments: t.field({
    type: CommentConnectionRef,
    access: { require: 'organization', scope: 'comments:read' },
    description:
      "The organization's comments that the caller may see, oldest first: the team sees all of them, others " +
      'those on public posts that are not internal and either approved or their own.',
    args: { ...pageArgs, filter: t.arg({ type: CommentFilterRef, description: 'Narrows the list.' }) },
    resolve: (_root, { filter, ...page }, { caller, db, organizationId }) =>
      listComments(db, {
        organizationId,
        filter: {
          ...filter,
          postId: filterIds('postId', filter?.postId == null ? null : [filter.postId])?.[0],
        },
        viewer: { seesAll: hasTeamView(caller), actorId: caller.actorId },
        page,
      }),
  }),

  comment: t.field({
    type: CommentRef,
    access: { require: 'organization', scope: 'comments:read' },
    description: 'One comment.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: (_root, { id }, context) => findComment(context, id),
  }),
}))

/** The comment that an operation is about. @throws AppError NOT_FOUND, also when the caller may not see it */
export async function findComment({ caller, load }: Context, id: string) {
  const comment = await load.comment.find(parseObjectId('Comment', id))
  const post = comment && (await load.post.one(comment.postId))
  if (!comment || !post || !canSeeComment(caller, comment, post)) throw notFound('Comment')
  return comment
}
