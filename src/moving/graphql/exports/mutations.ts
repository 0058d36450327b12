import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { exportOptions } from '../../export/options.ts'
import { startExport, startPersonExport } from '../../transfer/start-export.ts'
import { exportablePerson } from './exportable-person.ts'
import { exportLoaders } from './loaders.ts'
import { ExportFormRef } from './options-type.ts'
import { ExportRunRef } from './type.ts'

mutation('startExport', {
  access: { require: 'admin' },
  description: 'Exports the organization in the background. The file is stored for a day.',
  input: (t) => ({
    form: t.field({ type: ExportFormRef, description: 'Form. Default `ECHOLOG`.' }),
    withoutPersonalData: t.boolean({
      description: 'Whether people are replaced by pseudonyms. Default false.',
    }),
    withEvents: t.boolean({ description: 'Whether the event log is added. Default false.' }),
    withAudit: t.boolean({ description: 'Whether the audit trail is added. Default false.' }),
  }),
  payload: { exportRun: { type: ExportRunRef, description: 'The export.' } },
  resolve: async ({ form, withoutPersonalData, withEvents, withAudit }, context) => {
    const startedBy = actorOf(context)
    const options = exportOptions({
      ...(form != null && { form }),
      withoutPersonalData: withoutPersonalData === true,
      withEvents: withEvents === true,
      withAudit: withAudit === true,
    })
    const { db, organizationId } = context
    const id = await inTransaction(db, (tx) => startExport(tx, organizationId, { options, startedBy }))
    return { exportRun: await exportLoaders(context).byId.one(id) }
  },
})

mutation('exportPerson', {
  access: { require: 'organization' },
  description:
    'Exports the data of a person in the background. The file is stored for a day. Admins export anybody, others themselves.',
  input: (t) => ({
    id: t.id(nodeIdInput('User', { description: 'Id of the person. Default the person of `email`.' })),
    email: t.field({
      type: 'EmailAddress',
      description: 'E-mail address of the person. Without an id and an address it is the caller.',
    }),
  }),
  payload: { exportRun: { type: ExportRunRef, description: 'The export.' } },
  resolve: async ({ id, email }, context) => {
    const startedBy = actorOf(context)
    const key = id == null ? email : databaseIdOf('User', 'id', id)
    const personId = await exportablePerson(context, key ?? startedBy)
    const { db, organizationId } = context
    const runId = await inTransaction(db, (tx) =>
      startPersonExport(tx, organizationId, { personId, startedBy }),
    )
    return { exportRun: await exportLoaders(context).byId.one(runId) }
  },
})
