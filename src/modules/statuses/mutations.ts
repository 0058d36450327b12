import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { createStatus } from './create-status.ts'
import { deleteStatus } from './delete-status.ts'
import { listStatuses } from './list-statuses.ts'
import { reorderStatuses } from './reorder-statuses.ts'
import { StatusKindRef, StatusRef } from './type.ts'
import { updateStatus } from './update-status.ts'

const STATUS_ID = nodeIdInput('Status', { required: true, description: 'Id of the status.' })
const KIND = { type: StatusKindRef, description: 'Kind of the status, independent of its name.' }

mutation('createStatus', {
  access: { require: 'member' },
  description: 'Adds a status at the end of the workflow.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Display name. The slug is derived from it.' }),
    kind: t.field({ ...KIND, required: true }),
    color: t.string({ description: 'Hex color.' }),
    percentage: t.float({
      description:
        'Progress of its posts in percent, 0 to 100. Default 100 for kind `COMPLETED`, otherwise 0.',
    }),
  }),
  payload: { status: { type: StatusRef, description: 'The status.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId } = context
    return { status: await inTransaction(db, (tx) => createStatus(tx, organizationId, input)) }
  },
})

mutation('updateStatus', {
  access: { require: 'member' },
  description: 'Updates a status. Omitted fields are unchanged.',
  input: (t) => ({
    id: t.id(STATUS_ID),
    name: t.string({ description: 'Display name. The slug is unchanged.' }),
    kind: t.field(KIND),
    color: t.string({ description: 'Hex color.' }),
    percentage: t.float({ description: 'Progress of its posts in percent, 0 to 100.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { status: { type: StatusRef, description: 'The status.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const changes = assertChanges(context, input, ['name', 'kind', 'color', 'percentage'])
    const { db, organizationId } = context
    const change = { ...changes, id: databaseIdOf('Status', 'id', input.id) }
    return { status: await inTransaction(db, (tx) => updateStatus(tx, organizationId, change)) }
  },
})

mutation('reorderStatuses', {
  access: { require: 'member' },
  description: 'Reorders the workflow.',
  input: (t) => ({
    ids: t.idList(
      nodeIdInput('Status', {
        required: true,
        description: 'Ids of all statuses of the organization, each once, in the new order.',
      }),
    ),
  }),
  payload: { statuses: { type: [StatusRef], description: 'All statuses in the new order.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId } = context
    // A repeated id is an error, so `databaseIdsOf`, which drops it, does not serve.
    const ids = input.ids.map((id) => databaseIdOf('Status', 'ids', id))
    const statuses = await inTransaction(db, async (tx) => {
      await reorderStatuses(tx, organizationId, ids)
      return listStatuses(tx, organizationId)
    })
    return { statuses }
  },
})

mutation('deleteStatus', {
  access: { require: 'member' },
  description: 'Deletes a status that has no posts. The last status cannot be deleted.',
  input: (t) => ({ id: t.id(STATUS_ID) }),
  payload: { deletedStatusId: { type: 'ID', description: 'Id of the deleted status.' } },
  resolve: async ({ id }, context) => {
    actorOf(context)
    const { db, organizationId } = context
    await inTransaction(db, (tx) => deleteStatus(tx, organizationId, databaseIdOf('Status', 'id', id)))
    return { deletedStatusId: id }
  },
})
