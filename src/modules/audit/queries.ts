import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { orderType, pageArgs } from '../../graphql/schema/page.ts'
import { invalidParam } from '../../lib/errors.ts'
import { parseNodeId } from '../../graphql/schema/node/prefixes.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { AUDIT_SUBJECTS, type AuditSubject } from './record-audit-entry.ts'
import { AuditActionRef, AuditEntryConnectionRef } from './type.ts'

const AuditEntryFilterInput = builder.inputType('AuditEntryFilter', {
  description: 'Filter of a list of audit entries. Omitted fields do not restrict it.',
  fields: (t) => ({
    actions: t.field({ type: [AuditActionRef], description: 'Only these actions.' }),
    actorId: t.id(nodeIdInput('User', { description: 'Only actions of this user.' })),
    clientId: t.string({ description: 'Only actions on the app with this client id.' }),
    subjectId: t.id(
      nodeIdInput('Webhook', {
        description: 'Only actions on the object with this id, such as a webhook, an API key or a user.',
      }),
    ),
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
      "The organization's audit trail: actions on its settings, team, API keys and webhooks, and on apps that it owns or has installed.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: AuditEntryFilterInput, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: AuditEntryOrder, description: 'Order. Default newest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId }) => {
      const actorId = databaseIdOf('User', 'filter.actorId', filter?.actorId)
      const subject = subjectOf(filter?.subjectId)
      const descending = orderBy?.direction !== 'asc'
      return listAuditEntries(db, organizationId, {
        filter: { ...filter, actorId, subject },
        descending,
        page,
      })
    },
  }),
}))

/**
 * Returns the subject with a typed id.
 * @throws AppError INVALID_PARAM for an id of another type or of no form
 */
function subjectOf(id: string | null | undefined): AuditSubject | null {
  if (id == null) return null
  const type = AUDIT_SUBJECTS.find((name) => name === parseNodeId(id)?.type)
  if (!type) throw invalidParam('filter.subjectId', `must be the id of one of ${AUDIT_SUBJECTS.join(', ')}`)
  return { type, id: databaseIdOf(type, 'filter.subjectId', id) }
}
