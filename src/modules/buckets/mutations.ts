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
  description: 'A new board.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name; also the source of the slug.' }),
    description: t.string({ description: 'What it collects.' }),
    private: t.boolean({ description: 'Whether only the team sees it and its posts; by default not.' }),
    requiresModeration: t.boolean({
      description: "Whether customers' posts wait for approval; by default not.",
    }),
    position: t.int({ description: 'Its place among the boards; by default the last.' }),
  }),
})

const UpdateBucketInput = builder.inputType('UpdateBucketInput', {
  description: 'Changes of a board; what is left out stays.',
  fields: (t) => ({
    name: t.string({ description: 'Display name; the slug stays.' }),
    description: t.string({ description: 'What it collects.' }),
    private: t.boolean({ description: 'Whether only the team sees it and its posts.' }),
    requiresModeration: t.boolean({ description: "Whether customers' posts wait for approval from now on." }),
    position: t.int({ description: 'Its place among the boards.' }),
  }),
})

builder.mutationFields((t) => ({
  createBucket: t.field({
    type: BucketRef,
    access: { require: 'member' },
    description: 'Makes a board.',
    args: { input: t.arg({ type: CreateBucketInput, required: true, description: 'The board.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => createBucket(tx, organizationId, input))
    },
  }),

  updateBucket: t.field({
    type: BucketRef,
    access: { require: 'member' },
    description: 'Changes a board. Its posts become private or public with it.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the board.' }),
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
    description: 'Removes a board that has no posts.',
    args: { id: t.arg.id({ required: true, description: 'Id of the board.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const id = parseObjectId('Bucket', args.id)
      await inTransaction(db, (tx) => deleteBucket(tx, organizationId, id))
      return { id }
    },
  }),
}))
