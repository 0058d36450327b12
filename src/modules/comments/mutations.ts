import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { referenceId } from '../../graphql/ids.ts'
import { forbidden } from '../../lib/errors.ts'
import { ApprovalStatusRef } from '../posts/type.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { canEditComment, canModerateComments, writesAsCustomer } from './policy.ts'
import { visibleComment } from './visible-comment.ts'
import { CommentRef } from './type.ts'
import { updateComment } from './update-comment.ts'

const CreateCommentInput = builder.inputType('CreateCommentInput', {
  description: 'A new comment.',
  fields: (t) => ({
    postId: t.id({ required: true, description: 'Post of the comment.' }),
    body: t.string({ required: true, description: 'Plain text or HTML.' }),
    parentId: t.id({ description: 'Comment it replies to, on the same post.' }),
    internal: t.boolean({
      description: 'Whether only the team can see it, by default as the comment it replies to. Team only.',
    }),
    pinned: t.boolean({ description: 'Whether it is pinned. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description:
        'Approval status, by default `pending` for customers in a moderated bucket, otherwise `approved`. Team only.',
    }),
  }),
})

const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'Changes to a comment. Omitted fields are unchanged.',
  fields: (t) => ({
    body: t.string({ description: 'Plain text or HTML.' }),
    internal: t.boolean({
      description: 'Whether only the team can see it. True also applies to the replies below it. Team only.',
    }),
    pinned: t.boolean({ description: 'Whether it is pinned. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Approval status. Team only.',
    }),
  }),
})

builder.mutationFields((t) => ({
  createComment: t.field({
    type: CommentRef,
    access: { require: 'organization', scope: 'comments:write' },
    description: 'Creates a comment as the caller and subscribes them to its post.',
    args: { input: t.arg({ type: CreateCommentInput, required: true, description: 'The comment.' }) },
    resolve: (_root, { input }, context) => {
      const { caller, organizationId } = context
      assertModeration(context, [input.internal, input.pinned, input.approvalStatus])
      const comment = {
        ...input,
        postId: referenceId('postId', input.postId),
        parentId: referenceId('parentId', input.parentId),
        authorId: actorOf(context),
        caller,
      }
      return inTransaction(context.db, (tx) => createComment(tx, organizationId, comment))
    },
  }),

  updateComment: t.field({
    type: CommentRef,
    access: { require: 'organization', scope: 'comments:write' },
    description:
      "Updates a comment: the author its body, the team everything. In a moderated bucket, a customer's new text needs approval again.",
    args: {
      id: t.arg.id({ required: true, description: 'Id of the comment.' }),
      input: t.arg({ type: UpdateCommentInput, required: true, description: 'The changes.' }),
    },
    resolve: async (_root, { id, input }, context) => {
      const commentId = await editable(context, id)
      assertModeration(context, [input.internal, input.pinned, input.approvalStatus])
      return inTransaction(context.db, (tx) =>
        updateComment(tx, context.organizationId, commentId, {
          ...input,
          asCustomer: writesAsCustomer(context.caller),
        }),
      )
    },
  }),

  deleteComment: t.field({
    type: DeletedRef,
    access: { require: 'organization', scope: 'comments:write' },
    description:
      'Deletes a comment. A comment with replies is replaced by a placeholder ' +
      'that reveals neither text nor author.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: async (_root, { id }, context) => {
      const commentId = await editable(context, id)
      await inTransaction(context.db, (tx) => deleteComment(tx, context.organizationId, commentId))
      return { id: commentId }
    },
  }),
}))

function assertModeration({ caller }: Context, decisions: unknown[]): void {
  if (decisions.some((value) => value != null) && !canModerateComments(caller))
    throw forbidden('Insufficient permissions: only the team makes comments internal, pins and approves them')
}

async function editable(context: Context, id: string): Promise<number> {
  const comment = await visibleComment(context, id)
  if (!canEditComment(context.caller, comment)) throw forbidden()
  actorOf(context)
  return comment.id
}
