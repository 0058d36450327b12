import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { UserRef } from '../users/type.ts'
import type { AuditEntryRow } from './list-audit-entries.ts'

export const AuditEntryRef = builder.objectRef<AuditEntryRow>('AuditEntry').implement({
  description: "An act worth remembering, in the organization's own audit trail.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    act: t.exposeString('act', { description: 'What was done to what, such as `app.registered`.' }),
    actor: t.field({
      type: UserRef,
      nullable: true,
      description: "Who did it; null when it was another organization's doing or the service's own.",
      resolve: ({ actorId }, _args, { load }) => (actorId === null ? null : load.user.find(actorId)),
    }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'Client id of the app concerned, which may be gone.',
    }),
    details: t.field({
      type: 'JSONObject',
      description: 'What else is worth knowing; never a secret.',
      resolve: ({ details }) => details,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was done.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

export const AuditEntryConnectionRef = connectionType('AuditEntry', AuditEntryRef)
