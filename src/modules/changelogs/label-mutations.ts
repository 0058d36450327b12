import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { createChangelogLabel } from './create-changelog-label.ts'
import { deleteChangelogLabel } from './delete-changelog-label.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { updateChangelogLabel } from './update-changelog-label.ts'

const access = { require: 'member', scope: 'changelog:write' } as const
const payload = { changelogLabel: { type: ChangelogLabelRef, description: 'The label.' } }

mutation('createChangelogLabel', {
  access,
  description: 'Creates a changelog label.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color, such as `#4f46e5`. Default gray.' }),
  }),
  payload,
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId } = context
    return {
      changelogLabel: await inTransaction(db, (tx) => createChangelogLabel(tx, organizationId, input)),
    }
  },
})

mutation('updateChangelogLabel', {
  access,
  description: 'Updates a changelog label. Omitted fields are unchanged.',
  input: (t) => ({
    id: t.id(nodeIdInput('ChangelogLabel', { required: true, description: 'Id of the label.' })),
    name: t.string({ description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color, such as `#4f46e5`.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload,
  resolve: async (input, context) => {
    actorOf(context)
    const changes = assertChanges(context, input, ['name', 'color'])
    const { db, organizationId } = context
    const id = databaseIdOf('ChangelogLabel', 'id', input.id)
    return {
      changelogLabel: await inTransaction(db, (tx) => updateChangelogLabel(tx, organizationId, id, changes)),
    }
  },
})

mutation('deleteChangelogLabel', {
  access,
  description: 'Deletes a changelog label and removes it from its entries.',
  input: (t) => ({
    id: t.id(nodeIdInput('ChangelogLabel', { required: true, description: 'Id of the label.' })),
  }),
  payload: { deletedChangelogLabelId: { type: 'ID', description: 'Id of the deleted label.' } },
  resolve: async ({ id }, context) => {
    actorOf(context)
    const { db, organizationId } = context
    const labelId = databaseIdOf('ChangelogLabel', 'id', id)
    await inTransaction(db, (tx) => deleteChangelogLabel(tx, organizationId, labelId))
    return { deletedChangelogLabelId: id }
  },
})
