import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { UserRef } from '../users/type.ts'
import type { AuditEntryRow } from './list-audit-entries.ts'
import { userLoaders } from '../users/loaders.ts'

const AuditEntryRef = builder.objectRef<AuditEntryRow>('AuditEntry').implement({
  description: "An entry of the organization's audit trail.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    act: t.exposeString('act', { description: 'Name of the action, such as `app.registered`.' }),
    actor: t.field({
      type: UserRef,
      nullable: true,
      description: 'User who acted. Null for another organization or the service.',
      resolve: ({ actorId }, _args, context) =>
        actorId === null ? null : userLoaders(context).byId.find(actorId),
    }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'Client id of the app concerned. The app may have been deleted.',
    }),
    details: t.field({
      type: 'JSONObject',
      description: 'Further details of the action. Never contains secrets.',
      resolve: ({ details }) => details,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the action.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

export const AuditEntryConnectionRef = connectionType('AuditEntry', AuditEntryRef)
