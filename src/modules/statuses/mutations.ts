import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId, referenceId } from '../../graphql/ids.ts'
import { createStatus } from './create-status.ts'
import { deleteStatus } from './delete-status.ts'
import { listStatuses } from './list-statuses.ts'
import { reorderStatuses } from './reorder-statuses.ts'
import { StatusKindRef, StatusRef } from './type.ts'
import { updateStatus } from './update-status.ts'

const CreateStatusInput = builder.inputType('CreateStatusInput', {
  description: 'A new status of the workflow.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name. The slug is derived from it.' }),
    kind: t.field({
      type: StatusKindRef,
      required: true,
      description: 'Kind of the status, independent of its name.',
    }),
    color: t.string({ description: 'Hex color.' }),
    percentage: t.float({
      description:
        'Progress of its posts in percent, 0 to 100. Default 100 for kind `completed`, otherwise 0.',
    }),
  }),
})

const UpdateStatusInput = builder.inputType('UpdateStatusInput', {
  description: 'Changes to a status. Omitted fields are unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Display name. The slug is unchanged.' }),
    kind: t.field({ type: StatusKindRef, description: 'Kind of the status, independent of its name.' }),
    color: t.string({ description: 'Hex color.' }),
    percentage: t.float({ description: 'Progress of its posts in percent, 0 to 100.' }),
  }),
})

builder.mutationFields((t) => ({
  createStatus: t.field({
    type: StatusRef,
    access: { require: 'member' },
    description: 'Adds a status at the end of the workflow.',
    args: { input: t.arg({ type: CreateStatusInput, required: true, description: 'The status.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => createStatus(tx, organizationId, input))
    },
  }),

  updateStatus: t.field({
    type: StatusRef,
    access: { require: 'member' },
    description: 'Updates a status.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the status.' }),
      input: t.arg({ type: UpdateStatusInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const change = { ...input, id: parseObjectId('Status', id) }
      return inTransaction(db, (tx) => updateStatus(tx, organizationId, change))
    },
  }),

  reorderStatuses: t.field({
    type: [StatusRef],
    access: { require: 'member' },
    description: 'Reorders the workflow.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: 'Ids of all statuses of the organization, each once, in the new order.',
      }),
    },
    resolve: (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const ids = args.ids.map((id) => referenceId('ids', id))
      return inTransaction(db, async (tx) => {
        await reorderStatuses(tx, organizationId, ids)
        return listStatuses(tx, organizationId)
      })
    },
  }),

  deleteStatus: t.field({
    type: DeletedRef,
    access: { require: 'member' },
    description: 'Deletes a status that has no posts. The last status cannot be deleted.',
    args: { id: t.arg.id({ required: true, description: 'Id of the status.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const id = parseObjectId('Status', args.id)
      await inTransaction(db, (tx) => deleteStatus(tx, organizationId, id))
      return { id }
    },
  }),
}))
