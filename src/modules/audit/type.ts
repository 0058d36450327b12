import { isAdmin } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { ChangeRef } from '../events/change-type.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { AUDIT_ACTIONS, type AuditAction } from './actions.ts'
import { AuditDetailsRef } from './details-type.ts'
import type { AuditEntryRow } from './list-audit-entries.ts'
import { auditLoaders } from './loaders.ts'

export const AuditActionRef = enumType('AuditAction', 'Action of an audit entry.', AUDIT_ACTIONS)

const AuditEntryRef = builder.objectRef<AuditEntryRow>('AuditEntry').implement({
  description: "An entry of the organization's audit trail.",
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('AuditEntry')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    action: t.field({
      type: AuditActionRef,
      description: 'Action that was performed.',
      resolve: ({ act }) => act as AuditAction,
    }),
    actor: t.field({
      type: UserRef,
      nullable: true,
      description: 'User who acted. Null for another organization, the operator and the service.',
      resolve: ({ actorId }, _args, context) =>
        actorId === null ? null : userLoaders(context).byId.find(actorId),
    }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'Client id of the app concerned, also after its deletion. Null without one.',
    }),
    subjectId: t.id({
      nullable: true,
      description:
        'Id of the object of the action, such as `whk_1`, also after its deletion. Null without one.',
      resolve: ({ subjectType, subjectId }) =>
        subjectType === null || subjectId === null ? null : toNodeId(subjectType, subjectId),
    }),
    changes: t.field({
      type: [ChangeRef],
      description:
        'Changed fields of an update, with texts shortened to 200 characters; empty for other actions. Values that may contain a secret, such as webhook URLs, are not recorded.',
      resolve: ({ details }) => details.changes ?? [],
    }),
    details: t.expose('details', { type: AuditDetailsRef, description: 'Further details of the action.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the action.' }),
  }),
})

nodeFinder('AuditEntry', (context, id) =>
  isAdmin(context.caller) ? auditLoaders(context).byId.find(id) : Promise.resolve(null),
)

export const AuditEntryConnectionRef = connectionType('AuditEntry', AuditEntryRef)
