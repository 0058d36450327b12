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
  description: 'A new stage of the workflow.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name; also the source of the slug.' }),
    kind: t.field({ type: StatusKindRef, required: true, description: 'What it means to programs.' }),
    color: t.string({ description: 'Hex color.' }),
    percentage: t.float({
      description: 'How far along its posts are, 0 to 100; by default 100 when completed, else 0.',
    }),
  }),
})

const UpdateStatusInput = builder.inputType('UpdateStatusInput', {
  description: 'Changes of a status; what is left out stays.',
  fields: (t) => ({
    name: t.string({ description: 'Display name; the slug stays.' }),
    kind: t.field({ type: StatusKindRef, description: 'What it means to programs.' }),
    color: t.string({ description: 'Hex color.' }),
    percentage: t.float({ description: 'How far along its posts are, 0 to 100.' }),
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
    description: 'Changes a status.',
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
    description: 'Puts the workflow into another order.',
    args: { ids: t.arg.idList({ required: true, description: 'Every status of the organization, once.' }) },
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
    description: 'Takes a status that no post is in out of the workflow. The last one stays.',
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
