import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { TagRef } from './type.ts'
import { updateTag } from './update-tag.ts'

const CreateTagInput = builder.inputType('CreateTagInput', {
  description: 'A new tag.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color.' }),
  }),
})

const UpdateTagInput = builder.inputType('UpdateTagInput', {
  description: 'Changes to a tag. Omitted fields are unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color.' }),
  }),
})

builder.mutationFields((t) => ({
  createTag: t.field({
    type: TagRef,
    access: { require: 'team', scope: 'tags:write' },
    description: 'Creates a tag.',
    args: { input: t.arg({ type: CreateTagInput, required: true, description: 'The tag.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => createTag(tx, organizationId, input))
    },
  }),

  updateTag: t.field({
    type: TagRef,
    access: { require: 'team', scope: 'tags:write' },
    description: 'Updates a tag on every post that has it.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the tag.' }),
      input: t.arg({ type: UpdateTagInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const change = { ...input, id: parseObjectId('Tag', id) }
      return inTransaction(db, (tx) => updateTag(tx, organizationId, change))
    },
  }),

  deleteTag: t.field({
    type: DeletedRef,
    access: { require: 'team', scope: 'tags:write' },
    description: 'Deletes a tag and removes it from every post.',
    args: { id: t.arg.id({ required: true, description: 'Id of the tag.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const id = parseObjectId('Tag', args.id)
      await inTransaction(db, (tx) => deleteTag(tx, organizationId, id))
      return { id }
    },
  }),
}))
