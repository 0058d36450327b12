import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { TagRef } from './type.ts'
import { updateTag } from './update-tag.ts'

mutation('createTag', {
  access: { require: 'team', scope: 'tags:write' },
  description: 'Creates a tag.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color.' }),
  }),
  payload: { tag: { type: TagRef, description: 'The tag.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId } = context
    return { tag: await inTransaction(db, (tx) => createTag(tx, organizationId, input)) }
  },
})

mutation('updateTag', {
  access: { require: 'team', scope: 'tags:write' },
  description: 'Updates a tag on every post that has it. Omitted fields are unchanged.',
  input: (t) => ({
    id: t.id(nodeIdInput('Tag', { required: true, description: 'Id of the tag.' })),
    name: t.string({ description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { tag: { type: TagRef, description: 'The tag.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const changes = assertChanges(context, input, ['name', 'color'])
    const { db, organizationId } = context
    const change = { ...changes, id: databaseIdOf('Tag', 'id', input.id) }
    return { tag: await inTransaction(db, (tx) => updateTag(tx, organizationId, change)) }
  },
})

mutation('deleteTag', {
  access: { require: 'team', scope: 'tags:write' },
  description: 'Deletes a tag and removes it from every post.',
  input: (t) => ({ id: t.id(nodeIdInput('Tag', { required: true, description: 'Id of the tag.' })) }),
  payload: { deletedTagId: { type: 'ID', description: 'Id of the deleted tag.' } },
  resolve: async ({ id }, context) => {
    actorOf(context)
    const { db, organizationId } = context
    await inTransaction(db, (tx) => deleteTag(tx, organizationId, databaseIdOf('Tag', 'id', id)))
    return { deletedTagId: id }
  },
})
