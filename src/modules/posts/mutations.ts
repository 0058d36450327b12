import { hasTeamView } from '../../auth/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { referenceId, referenceIds } from '../../graphql/ids.ts'
import { visiblePost } from './visible-post.ts'
import { forbidden } from '../../lib/errors.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { createPost } from './create-post.ts'
import { deletePost } from './delete-post.ts'
import { canDeletePost, canEditPost, canModeratePost } from './policy.ts'
import { ApprovalStatusRef, PostRef } from './type.ts'
import { updatePost } from './update-post.ts'

const CreatePostInput = builder.inputType('CreatePostInput', {
  description: 'A new post.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title. The slug is derived from it.' }),
    description: t.string({ description: 'Plain text or HTML.' }),
    bucketId: t.id({ description: 'Id of the bucket, by default the first public one.' }),
    statusId: t.id({ description: 'Id of the status, by default the first of kind `submitted`. Team only.' }),
    tagIds: t.idList({ description: 'Ids of the tags. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description:
        'Approval status, by default `pending` for customers in a moderated bucket, otherwise `approved`. Team only.',
    }),
  }),
})

const UpdatePostInput = builder.inputType('UpdatePostInput', {
  description: 'Changes to a post. Omitted fields are unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Title. The slug is unchanged.' }),
    description: t.string({ description: 'Plain text or HTML.' }),
    bucketId: t.id({ description: 'Id of the bucket to move the post to. Team only.' }),
    statusId: t.id({ description: 'Id of the new status. Team only.' }),
    statusSlug: t.string({ description: 'Slug of the new status, instead of `statusId`. Team only.' }),
    tagIds: t.idList({ description: 'Ids of the tags, replacing the current ones. Team only.' }),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description: 'Approval status. Team only.',
    }),
    hidden: t.boolean({ description: 'Whether it is excluded from lists. Team only.' }),
    pinned: t.boolean({ description: 'Whether it is pinned. Team only.' }),
  }),
})

const SubmitterInput = builder.inputType('SubmitterInput', {
  description: 'A person identified by e-mail.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address. An unknown e-mail creates a customer.' }),
    name: t.string({ description: 'Display name of a new person. Ignored for a known e-mail.' }),
  }),
})

builder.mutationFields((t) => ({
  createPost: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'posts:write' },
    description: 'Submits a post as the caller.',
    args: { input: t.arg({ type: CreatePostInput, required: true, description: 'The post.' }) },
    resolve: (_root, { input }, context) => {
      assertModeration(context, [input.statusId, input.tagIds, input.approvalStatus])
      const submitterId = actorOf(context)
      return inTransaction(context.db, (tx) =>
        createPost(tx, context.organizationId, toNewPost(input, submitterId, context)),
      )
    },
  }),

  createPostOnBehalf: t.field({
    type: PostRef,
    access: { require: 'member', scope: 'posts:write' },
    description: 'Submits a post on behalf of another person.',
    args: {
      input: t.arg({ type: CreatePostInput, required: true, description: 'The post.' }),
      submitter: t.arg({ type: SubmitterInput, required: true, description: 'Submitter of the post.' }),
    },
    resolve: (_root, { input, submitter }, context) => {
      actorOf(context)
      return inTransaction(context.db, async (tx) => {
        const submitterId = await findOrCreateUser(tx, context.organizationId, submitter)
        return createPost(tx, context.organizationId, toNewPost(input, submitterId, context))
      })
    },
  }),

  updatePost: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'posts:write' },
    description:
      "Updates a post: the submitter its title and description, the team everything. In a moderated bucket, a customer's new text needs approval again.",
    args: {
      id: t.arg.id({ required: true, description: 'Id of the post.' }),
      input: t.arg({ type: UpdatePostInput, required: true, description: 'The changes.' }),
    },
    resolve: async (_root, { id, input }, context) => {
      const postId = await editable(context, id)
      const { title: _title, description: _description, ...decisions } = input
      assertModeration(context, Object.values(decisions))
      const changes = {
        ...input,
        bucketId: referenceId('bucketId', input.bucketId),
        statusId: referenceId('statusId', input.statusId),
        tagIds: input.tagIds && referenceIds('tagIds', input.tagIds),
        asCustomer: !hasTeamView(context.caller),
      }
      return inTransaction(context.db, (tx) => updatePost(tx, context.organizationId, postId, changes))
    },
  }),

  deletePost: t.field({
    type: DeletedRef,
    access: { require: 'organization', scope: 'posts:write' },
    description: 'Deletes a post with its votes, its comments and the posts merged into it. Team only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: async (_root, { id }, context) => {
      const post = await visiblePost(context, id)
      if (!canDeletePost(context.caller))
        throw forbidden('Insufficient permissions: only the team deletes posts')
      actorOf(context)
      await inTransaction(context.db, (tx) => deletePost(tx, context.organizationId, post.id))
      return { id: post.id }
    },
  }),
}))

function toNewPost(input: typeof CreatePostInput.$inferInput, submitterId: number, { caller }: Context) {
  return {
    ...input,
    bucketId: referenceId('bucketId', input.bucketId),
    statusId: referenceId('statusId', input.statusId),
    tagIds: input.tagIds && referenceIds('tagIds', input.tagIds),
    submitterId,
    privateBoards: hasTeamView(caller),
  }
}

function assertModeration({ caller }: Context, decisions: unknown[]): void {
  if (decisions.some((value) => value != null) && !canModeratePost(caller)) {
    throw forbidden(
      'Insufficient permissions: only the team sets status, tags, bucket, approval and visibility',
    )
  }
}

async function editable(context: Context, id: string): Promise<number> {
  const post = await visiblePost(context, id)
  if (!canEditPost(context.caller, post)) throw forbidden()
  actorOf(context)
  return post.id
}
