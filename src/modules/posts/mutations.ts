import { hasTeamView, isVisitor } from '../../auth/caller.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { affectedIds, MAX_AFFECTED } from '../../graphql/schema/mutation/affected.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { forbidden, missingRole, notFound } from '../../lib/errors.ts'
import { withFieldsBelow } from '../../lib/errors/errors-below.ts'
import { assertAccess } from '../../graphql/access/access.ts'
import { CommentRef } from '../comments/type.ts'
import { bucketLoaders } from '../buckets/loaders.ts'
import { BucketRef } from '../buckets/type.ts'
import { StatusBy } from '../statuses/type.ts'
import { assertActsFor } from '../users/inputs.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { PersonInput } from '../users/person-type.ts'
import { createPost } from './create-post.ts'
import { explainChange } from './explain-change.ts'
import { deletePost } from './delete-post.ts'
import { canDeletePost, canEditPost, canSeePost } from './policy.ts'
import {
  ExplanationInput,
  assertModeration,
  postChangeFields,
  REQUIRED_FIELDS,
  toChanges,
  toExplanation,
  toReferences,
} from './inputs.ts'
import type { PostRow } from './post-row.ts'
import { ApprovalStatusRef } from './enums.ts'
import { PostRef } from './type.ts'
import { updatePost } from './update-post.ts'
import { visiblePost } from './visible-post.ts'

/** Access to a post of another person. */
const ON_BEHALF = { require: 'team', scope: 'posts:write' } as const

mutation('createPost', {
  access: { require: 'organization', scope: 'posts:write', visitor: 'posts' },
  description: 'Creates a post. The team can submit it on behalf of another person.',
  input: (t) => ({
    title: t.string({ required: true, description: 'Title. The slug is derived from it.' }),
    description: t.string({ description: 'Plain text or HTML.' }),
    bucketId: t.id(
      nodeIdInput('Bucket', { description: 'Id of the bucket, by default the first public one.' }),
    ),
    status: t.field({
      type: StatusBy,
      description: 'Status, by default the first of kind `submitted`. Team only.',
    }),
    tagIds: t.idList(nodeIdInput('Tag', { description: 'Ids of the tags. Team only.' })),
    approvalStatus: t.field({
      type: ApprovalStatusRef,
      description:
        'Approval status, by default `PENDING` for customers in a moderated bucket, otherwise `APPROVED`. Team only.',
    }),
    submitter: t.field({
      type: PersonInput,
      description: 'Submitter of the post, by default the caller. Outside the team, only the caller.',
    }),
  }),
  payload: { post: { type: PostRef, description: 'The post.' } },
  resolve: async ({ submitter, ...input }, context) => {
    const { db, organizationId, caller } = context
    if (submitter)
      await withFieldsBelow('submitter', () => assertActsFor(context, submitter.email, ON_BEHALF))
    assertModeration(context, { ...input, bucketId: null })
    const actorId = actorOf(context)
    const actor = toActor(caller)
    const submitterOf = (tx: Transaction) =>
      submitter
        ? withFieldsBelow('submitter', () => findOrCreateUser(tx, organizationId, { ...submitter, actor }))
        : actorId
    return {
      post: await inTransaction(db, async (tx) => {
        const submitterId = await submitterOf(tx)
        const rights = { privateBuckets: hasTeamView(caller), waits: isVisitor(caller) }
        const post = { ...toReferences(input), submitterId, ...rights }
        return createPost(tx, organizationId, { ...post, actor })
      }),
    }
  },
})

mutation('updatePost', {
  access: { require: 'organization', scope: 'posts:write' },
  description:
    "Updates a post: the submitter its title and description, the team everything. In a moderated bucket, a customer's new text needs approval again.",
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    ...postChangeFields(t),
    comment: t.field({
      type: ExplanationInput,
      description: 'Comment that explains the change, in the same transaction. Team only.',
    }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: {
    post: { type: PostRef, description: 'The post.' },
    comment: { type: CommentRef, description: 'Comment of `comment`. Null without one.' },
    formerBucket: {
      type: BucketRef,
      description: 'Bucket that the post left, with its number of posts. Null if it stayed.',
    },
  },
  resolve: async ({ id, comment, ...input }, context) => {
    const postId = databaseIdOf('Post', 'id', id)
    const { db, organizationId, caller } = context
    const readChanges = () => {
      assertModeration(context, input)
      if (comment) assertAccess(caller, COMMENTING)
      const given = comment ? input : assertChanges(context, input, REQUIRED_FIELDS)
      return toChanges(given, context)
    }
    const changes = await orElse(readChanges, async () =>
      assertEditable(context, await visiblePost(context, postId)),
    )
    const former = { bucketId: 0 }
    const update = (on: Db) =>
      updatePost(on, organizationId, postId, {
        ...changes,
        assertEditable(before: PostRow) {
          assertEditable(context, before)
          former.bucketId = before.bucketId
        },
      })
    const changed = comment
      ? await inTransaction(db, async (tx) => {
          const author = { authorId: actorOf(context), actor: toActor(caller), caller }
          return explainChange(tx, await update(tx), { comment: toExplanation(comment), ...author })
        })
      : { post: await update(db), comment: null }
    const isMoved = former.bucketId !== changed.post.bucketId
    return {
      ...changed,
      formerBucket: isMoved ? await bucketLoaders(context).byId.find(former.bucketId) : null,
    }
  },
})

mutation('deletePost', {
  access: { require: 'organization', scope: 'posts:write' },
  description: 'Deletes a post with its votes, its comments and the posts merged into it. Team only.',
  input: (t) => ({ id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })) }),
  payload: {
    deletedPostId: { type: 'ID', description: 'Id of the deleted post.' },
    deletedMergedPostIds: {
      type: ['ID'],
      description: `Ids of the first ${MAX_AFFECTED} posts that were merged into it and deleted with it.`,
    },
    bucket: { type: BucketRef, description: 'Bucket of the post, with its number of posts.' },
  },
  resolve: async ({ id }, context) => {
    const { db, organizationId, caller } = context
    const post = await visiblePost(context, databaseIdOf('Post', 'id', id))
    if (!canDeletePost(caller)) throw forbidden('Insufficient permissions: only the team deletes posts')
    actorOf(context)
    const merged = await inTransaction(db, (tx) => deletePost(tx, organizationId, post.id, toActor(caller)))
    return {
      deletedPostId: id,
      deletedMergedPostIds: affectedIds('Post', merged),
      bucket: await bucketLoaders(context).byId.find(post.bucketId),
    }
  },
})

/** Access to the comment of a change. */
const COMMENTING = { require: 'team', scope: 'comments:write' } as const

/** Returns the result of `read`. If it throws, an error of `check` takes precedence. */
async function orElse<Value>(read: () => Value, check: () => Promise<void>): Promise<Value> {
  try {
    return read()
  } catch (error) {
    await check()
    throw error
  }
}

/** Checks that the caller may change a post. @throws AppError NOT_FOUND, FORBIDDEN */
function assertEditable(context: Context, post: PostRow): void {
  if (!canSeePost(context.caller, post)) throw notFound('Post')
  if (!canEditPost(context.caller, post)) throw missingRole('a team member or the submitter of the post')
  actorOf(context)
}
