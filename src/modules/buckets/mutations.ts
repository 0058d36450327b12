import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { MAX_AFFECTED } from '../../graphql/schema/mutation/affected.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { createBucket } from './create-bucket.ts'
import { deleteBucket } from './delete-bucket.ts'
import { BucketPositionInput, toBucketPosition } from './inputs.ts'
import { bucketLoaders } from './loaders.ts'
import { moveBucket } from './move-bucket.ts'
import { BucketRef } from './type.ts'
import { updateBucket } from './update-bucket.ts'

const BUCKET_ID = nodeIdInput('Bucket', { required: true, description: 'Id of the bucket.' })

mutation('createBucket', {
  access: { require: 'member' },
  description: 'Creates a bucket after the others.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Display name. The slug is derived from it.' }),
    description: t.string({ description: 'Description of the posts it collects.' }),
    private: t.boolean({ description: 'Whether only the team can see it and its posts. Default false.' }),
    requiresModeration: t.boolean({
      description: "Whether customers' posts and comments need approval. Default false.",
    }),
  }),
  payload: { bucket: { type: BucketRef, description: 'The bucket.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId, caller } = context
    const bucket = { ...input, actor: toActor(caller) }
    return { bucket: await inTransaction(db, (tx) => createBucket(tx, organizationId, bucket)) }
  },
})

mutation('updateBucket', {
  access: { require: 'member' },
  description: 'Updates a bucket. A change of `private` also applies to its posts.',
  input: (t) => ({
    id: t.id(BUCKET_ID),
    name: t.string({ description: 'Display name. The slug is unchanged.' }),
    description: t.string({ description: 'Description of the posts it collects.' }),
    private: t.boolean({ description: 'Whether only the team can see it and its posts.' }),
    requiresModeration: t.boolean({
      description: "Whether customers' posts and comments need approval.",
    }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { bucket: { type: BucketRef, description: 'The bucket.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const changes = assertChanges(context, input, ['name', 'description', 'private', 'requiresModeration'])
    const { db, organizationId, caller } = context
    const change = { ...changes, id: databaseIdOf('Bucket', 'id', input.id), actor: toActor(caller) }
    return { bucket: await inTransaction(db, (tx) => updateBucket(tx, organizationId, change)) }
  },
})

mutation('moveBucket', {
  access: { require: 'member' },
  description: 'Moves a bucket directly after or before another one.',
  input: (t) => ({
    id: t.id(BUCKET_ID),
    position: t.field({
      type: BucketPositionInput,
      required: true,
      description: 'New position of the bucket.',
    }),
  }),
  payload: {
    bucket: { type: BucketRef, description: 'The bucket.' },
    movedBuckets: {
      type: [BucketRef],
      description: `Buckets whose position has changed, in their order: the ${MAX_AFFECTED} nearest to the bucket at most.`,
    },
  },
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId, caller } = context
    const move = {
      id: databaseIdOf('Bucket', 'id', input.id),
      position: toBucketPosition(input.position),
      actor: toActor(caller),
    }
    const { bucket, changed } = await inTransaction(db, (tx) => moveBucket(tx, organizationId, move))
    const index = changed.findIndex(({ id }) => id === bucket.id)
    const start = Math.max(0, Math.min(index - MAX_AFFECTED / 2, changed.length - MAX_AFFECTED))
    return { bucket, movedBuckets: changed.slice(start, start + MAX_AFFECTED) }
  },
})

mutation('deleteBucket', {
  access: { require: 'member' },
  description:
    'Deletes a bucket, which must have no posts unless `movePostsToId` moves them. The move is recorded with the deletion, not for each post.',
  input: (t) => ({
    id: t.id(BUCKET_ID),
    movePostsToId: t.id(
      nodeIdInput('Bucket', {
        description:
          'Id of the bucket that receives the posts, hidden and merged ones included. They become private or public with it.',
      }),
    ),
  }),
  payload: {
    deletedBucketId: { type: 'ID', description: 'Id of the deleted bucket.' },
    bucket: {
      type: BucketRef,
      description: 'Bucket that received the posts, with its number of posts. Null without `movePostsToId`.',
    },
  },
  resolve: async ({ id, movePostsToId }, context) => {
    actorOf(context)
    const { db, organizationId, caller } = context
    const targetId = movePostsToId == null ? null : databaseIdOf('Bucket', 'movePostsToId', movePostsToId)
    const deletion = {
      id: databaseIdOf('Bucket', 'id', id),
      movePostsToId: targetId,
      actor: toActor(caller),
    }
    await inTransaction(db, (tx) => deleteBucket(tx, organizationId, deletion))
    const bucket = targetId === null ? null : await bucketLoaders(context).byId.find(targetId)
    return { deletedBucketId: id, bucket }
  },
})
