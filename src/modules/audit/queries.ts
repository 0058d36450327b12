import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { orderType, pageArgs } from '../../graphql/schema/page.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { AuditActionRef, AuditEntryConnectionRef } from './type.ts'

const AuditEntryFilterInput = builder.inputType('AuditEntryFilter', {
  description: 'Conditions on audit entries. All given ones apply.',
  fields: (t) => ({
    actions: t.field({ type: [AuditActionRef], description: 'Only these actions.' }),
    actorId: t.id(nodeIdInput('User', { description: 'Only actions of this user.' })),
    clientId: t.string({ description: 'Only actions on the app with this client id.' }),
    from: t.field({ type: 'DateTime', description: 'Only actions at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only actions before this time.' }),
  }),
})

const AuditEntryOrder = orderType('AuditEntry', {
  CREATED_AT: { value: 'createdAt', description: 'Time of the action.' },
})

builder.queryFields((t) => ({
  auditEntries: t.field({
    type: AuditEntryConnectionRef,
    access: { require: 'admin' },
    description:
      "The organization's audit trail: actions on webhooks, and on apps that it owns or has installed.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: AuditEntryFilterInput, description: 'Conditions.' }),
      orderBy: t.arg({ type: AuditEntryOrder, description: 'Order. By default newest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId }) => {
      const actorId = databaseIdOf('User', 'filter.actorId', filter?.actorId)
      const descending = orderBy?.direction !== 'asc'
      return listAuditEntries(db, organizationId, { filter: { ...filter, actorId }, descending, page })
    },
  }),
}))
