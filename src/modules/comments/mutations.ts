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
import { findComment } from './queries.ts'
import { CommentRef } from './type.ts'
import { updateComment } from './update-comment.ts'

const CreateCommentInput = builder.inputType('CreateCommentInput', {
  description: 'A new comment.',
  fields: (t) => ({
    postId: t.id({ required: true, description: 'The post it is about.' }),
    body: t.string({ required: true, description: 'Plain text or HTML.' }),
    parentId: t.id({ description: 'The comment it replies to, on the same post.' }),
    internal: t.boolean({
      description: 'Shows it to the team only; by default as the comment it replies to. Team only.',
    }),
    pinned: t.boolean({ description: 'Holds it up. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Whether it is let through; by default as the board says. Team only.',
    }),
  }),
})

const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'Changes of a comment; what is left out stays.',
  fields: (t) => ({
    body: t.string({ description: 'Plain text or HTML.' }),
    internal: t.boolean({ description: 'Shows it and the replies below it to the team only. Team only.' }),
    pinned: t.boolean({ description: 'Holds it up. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Whether it is let through. Team only.',
    }),
  }),
})

builder.mutationFields((t) => ({
  createComment: t.field({
    type: CommentRef,
    access: { require: 'organization', scope: 'comments:write' },
    description: 'Writes a comment as the caller, who hears of the news of its post from then on.',
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
      "Changes a comment. Its author may change its words, the team everything. A customer's words wait again on a moderated board.",
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
      'Deletes a comment. One with replies leaves a placeholder that keeps them together and tells neither ' +
      'what was written nor by whom.',
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
  const comment = await findComment(context, id)
  if (!canEditComment(context.caller, comment)) throw forbidden()
  actorOf(context)
  return comment.id
}
