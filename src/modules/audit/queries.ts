import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { AuditEntryConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  auditEntries: t.field({
    type: AuditEntryConnectionRef,
    access: { require: 'admin' },
    description:
      "The organization's audit trail, newest first: actions on apps that it owns or has installed.",
    args: {
      ...pageArgs,
      clientId: t.arg.string({ description: 'Only entries about the app with this client id.' }),
    },
    resolve: (_root, { clientId, ...page }, { db, organizationId }) =>
      listAuditEntries(db, organizationId, { clientId, page }),
  }),
}))
