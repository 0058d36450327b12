import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { createBucket } from './create-bucket.ts'
import { deleteBucket } from './delete-bucket.ts'
import { BucketRef } from './type.ts'
import { updateBucket } from './update-bucket.ts'

const CreateBucketInput = builder.inputType('CreateBucketInput', {
  description: 'A new bucket.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name. The slug is derived from it.' }),
    description: t.string({ description: 'Description of the posts it collects.' }),
    private: t.boolean({ description: 'Whether only the team can see it and its posts. Default false.' }),
    requiresModeration: t.boolean({
      description: "Whether customers' posts and comments need approval. Default false.",
    }),
    position: t.int({ description: 'Position among the buckets, 0 to 1,000,000. By default the last.' }),
  }),
})

const UpdateBucketInput = builder.inputType('UpdateBucketInput', {
  description: 'Changes to a bucket. Omitted fields are unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Display name. The slug is unchanged.' }),
    description: t.string({ description: 'Description of the posts it collects.' }),
    private: t.boolean({ description: 'Whether only the team can see it and its posts.' }),
    requiresModeration: t.boolean({
      description: 'Whether new posts and comments of customers need approval.',
    }),
    position: t.int({ description: 'Position among the buckets.' }),
  }),
})

builder.mutationFields((t) => ({
  createBucket: t.field({
    type: BucketRef,
    access: { require: 'member' },
    description: 'Creates a bucket.',
    args: { input: t.arg({ type: CreateBucketInput, required: true, description: 'The bucket.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => createBucket(tx, organizationId, input))
    },
  }),

  updateBucket: t.field({
    type: BucketRef,
    access: { require: 'member' },
    description: 'Updates a bucket. A change of `private` also applies to its posts.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the bucket.' }),
      input: t.arg({ type: UpdateBucketInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const change = { ...input, id: parseObjectId('Bucket', id) }
      return inTransaction(db, (tx) => updateBucket(tx, organizationId, change))
    },
  }),

  deleteBucket: t.field({
    type: DeletedRef,
    access: { require: 'member' },
    description: 'Deletes a bucket that has no posts.',
    args: { id: t.arg.id({ required: true, description: 'Id of the bucket.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const id = parseObjectId('Bucket', args.id)
      await inTransaction(db, (tx) => deleteBucket(tx, organizationId, id))
      return { id }
    },
  }),
}))
