import { inTransaction } from '../../db/transaction.ts'
import type { Comment } from '../../db/rows.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { affectedIds, MAX_AFFECTED } from '../../graphql/schema/mutation/affected.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf, databaseIdsOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { forbidden, missingRole, notFound, unprocessable } from '../../lib/errors.ts'
import { ApprovalStatusRef } from '../posts/enums.ts'
import { PostRef } from '../posts/type.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { commentLoaders } from './loaders.ts'
import {
  canEditComment,
  canModerateComments,
  canSeeComment,
  writesAsCustomer,
  type PostFacts,
} from './policy.ts'
import { CommentRef } from './type.ts'
import { updateComment } from './update-comment.ts'

const POST = { type: PostRef, description: 'Post of the comment, with its number of comments.' }

mutation('createComment', {
  access: { require: 'organization', scope: 'comments:write' },
  description: 'Creates a comment as the caller and subscribes them to its post.',
  input: (t) => ({
    postId: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    body: t.string({ required: true, description: 'Plain text or HTML.' }),
    parentId: t.id(nodeIdInput('Comment', { description: 'Comment it replies to, on the same post.' })),
    internal: t.boolean({
      description: 'Whether only the team can see it, by default as the comment it replies to. Team only.',
    }),
    pinned: t.boolean({ description: 'Whether it is pinned. Team only.' }),
    official: t.boolean({
      description:
        'Whether it is the answer of the team: pinned by default, and all who wait for the post receive it. Team only.',
    }),
    mentionIds: t.idList(
      nodeIdInput('User', {
        description:
          'People whom it mentions, at most 20. Outside the team, only people whose names the post shows.',
      }),
    ),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description:
        'Approval status, by default pending for customers in a moderated bucket, otherwise approved. Team only.',
    }),
  }),
  payload: { comment: { type: CommentRef, description: 'The comment.' }, post: POST },
  resolve: (input, context) => {
    const { caller, organizationId } = context
    assertModeration(context, [input.internal, input.pinned, input.official, input.approvalStatus])
    const comment = {
      ...input,
      postId: possibleId('postId', databaseIdOf('Post', 'postId', input.postId)),
      parentId: possibleId('parentId', databaseIdOf('Comment', 'parentId', input.parentId)),
      mentionIds: input.mentionIds && databaseIdsOf('User', 'mentionIds', input.mentionIds),
      authorId: actorOf(context),
      actor: toActor(caller),
      caller,
    }
    return createComment(context.db, organizationId, comment)
  },
})

mutation('updateComment', {
  access: { require: 'organization', scope: 'comments:write' },
  description:
    "Updates a comment: the author its body, the team everything. In a moderated bucket, a customer's new text needs approval again.",
  input: (t) => ({
    id: t.id(nodeIdInput('Comment', { required: true, description: 'Id of the comment.' })),
    body: t.string({ description: 'Plain text or HTML.' }),
    internal: t.boolean({
      description: 'Whether only the team can see it; true also applies to the replies below it. Team only.',
    }),
    pinned: t.boolean({ description: 'Whether it is pinned. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Approval status. Team only.',
    }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { comment: { type: CommentRef, description: 'The comment.' }, post: POST },
  resolve: async (input, context) => {
    const changes = assertChanges(context, input, ['body', 'internal', 'pinned', 'approvalStatus'])
    const commentId = databaseIdOf('Comment', 'id', input.id)
    return inTransaction(context.db, (tx) =>
      updateComment(tx, context.organizationId, commentId, {
        ...changes,
        actor: toActor(context.caller),
        asCustomer: writesAsCustomer(context.caller),
        assertEditable(comment, post) {
          assertEditable(context, comment, post)
          assertModeration(context, [input.internal, input.pinned, input.approvalStatus])
        },
      }),
    )
  },
})

mutation('deleteComment', {
  access: { require: 'organization', scope: 'comments:write' },
  description:
    'Deletes a comment. A comment with replies is replaced by a placeholder ' +
    'that reveals neither text nor author.',
  input: (t) => ({
    id: t.id(nodeIdInput('Comment', { required: true, description: 'Id of the comment.' })),
  }),
  payload: {
    deletedCommentId: { type: 'ID', description: 'Id of the deleted comment.' },
    deletedPlaceholderIds: {
      type: ['ID'],
      description: `Ids of the placeholders above it that had no other replies, deleted with it: the lowest ${MAX_AFFECTED} at most.`,
    },
    comment: { type: CommentRef, description: 'Placeholder of the comment. Null if it had no replies.' },
    parent: {
      type: CommentRef,
      description:
        'Comment above the deleted ones or above the placeholder. Null at the top level, if not visible to the caller.',
    },
    post: POST,
  },
  resolve: async ({ id }, context) => {
    const commentId = databaseIdOf('Comment', 'id', id)
    const { placeholder, removed, parentId, post } = await inTransaction(context.db, (tx) =>
      deleteComment(tx, context.organizationId, commentId, {
        actor: toActor(context.caller),
        assertEditable: (comment, post) => assertEditable(context, comment, post),
      }),
    )
    const isVisible = (comment: Comment) => canSeeComment(context.caller, comment, post)
    const parent = parentId === null ? null : await commentLoaders(context).byId.find(parentId)
    return {
      deletedCommentId: id,
      deletedPlaceholderIds: affectedIds(
        'Comment',
        removed.filter(isVisible).map((comment) => comment.id),
      ),
      comment: placeholder,
      parent: parent && isVisible(parent) ? parent : null,
      post,
    }
  },
})

/** Returns an id unchanged. @throws AppError UNPROCESSABLE for 0, which no row can have */
function possibleId<Id extends number | null | undefined>(field: string, id: Id): Id {
  if (id === 0) throw unprocessable(field, 'does not exist')
  return id
}

function assertModeration({ caller }: Context, decisions: unknown[]): void {
  if (decisions.some((value) => value != null) && !canModerateComments(caller))
    throw forbidden('Insufficient permissions: only the team makes comments internal, pins and approves them')
}

/** Checks that the caller may change a comment. @throws AppError NOT_FOUND, FORBIDDEN */
function assertEditable(context: Context, comment: Comment, post: PostFacts): void {
  if (!canSeeComment(context.caller, comment, post)) throw notFound('Comment')
  if (!canEditComment(context.caller, comment))
    throw missingRole('a team member or the author of the comment')
  actorOf(context)
}
