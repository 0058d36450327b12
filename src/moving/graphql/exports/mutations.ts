import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { lookupId } from '../../../graphql/schema/node/lookup.ts'
import { UserBy } from '../../../modules/users/user-by-type.ts'
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
    'Exports the data of a person in the background, for an admin or for that person. The file is stored for a day.',
  input: (t) => ({
    person: t.field({ type: UserBy, description: 'Key of the person. By default the caller.' }),
  }),
  payload: { exportRun: { type: ExportRunRef, description: 'The export.' } },
  resolve: async ({ person }, context) => {
    const startedBy = actorOf(context)
    const key = person == null ? startedBy : (lookupId('User', person, 'person') ?? person.email ?? '')
    const personId = await exportablePerson(context, key)
    const { db, organizationId } = context
    const runId = await inTransaction(db, (tx) =>
      startPersonExport(tx, organizationId, { personId, startedBy }),
    )
    return { exportRun: await exportLoaders(context).byId.one(runId) }
  },
})
