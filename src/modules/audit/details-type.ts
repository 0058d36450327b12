import type { Scope } from '../../auth/scopes.ts'
import type { EventType } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { EventTypeRef } from '../events/enums.ts'
import { ActorModeRef, ScopeRef } from '../oauth/enums.ts'
import { TeamRoleRef } from '../users/type.ts'
import type { AuditDetails } from './record-audit-entry.ts'

export const AuditDetailsRef = builder.objectRef<AuditDetails>('AuditDetails').implement({
  description: 'Details of an action, without secrets. Fields that do not apply to it are null.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the app, API key or webhook at the time of the action.',
    }),
    role: t.expose('role', {
      type: TeamRoleRef,
      nullable: true,
      description: 'Role of a person who was invited, joined or left the team.',
    }),
    installId: t.id({
      nullable: true,
      description: 'Install of the webhook.',
      resolve: ({ installId }) => (installId == null ? null : toNodeId('Install', installId)),
    }),
    targetOrganizationId: t.id({
      nullable: true,
      description: 'Organization that installed the app, in the entry of its owner.',
      resolve: ({ targetOrganizationId: id }) => (id == null ? null : toNodeId('Organization', id)),
    }),
    actorMode: t.field({
      type: ActorModeRef,
      nullable: true,
      description: 'Actor mode of a consent or an install.',
      resolve: ({ actor }) => actor ?? null,
    }),
    scopes: t.field({
      type: [ScopeRef],
      nullable: true,
      description: 'Granted scopes.',
      resolve: ({ scopes }) => (scopes as Scope[] | undefined) ?? null,
    }),
    webhookEvents: t.field({
      type: [EventTypeRef],
      nullable: true,
      description: 'Granted events.',
      resolve: ({ webhookEvents }) => (webhookEvents as EventType[] | undefined) ?? null,
    }),
    revokedInstalls: t.exposeInt('installs', {
      nullable: true,
      description: 'Number of installs that were revoked with the app.',
    }),
    revokedByApp: t.boolean({
      description: 'Whether an install was revoked because its app was suspended or deleted.',
      resolve: ({ by }) => by === 'app',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason for which a webhook was disabled.',
    }),
    deliverHeld: t.exposeBoolean('deliverHeld', {
      nullable: true,
      description: 'Whether the deliveries of an enabled webhook that were held became due.',
    }),
  }),
})
