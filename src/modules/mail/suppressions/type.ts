import { isAdmin } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import { SuppressionReasonRef } from '../enums.ts'
import { suppressionLoaders } from './loaders.ts'
import type { SuppressionRow } from './suppression-row.ts'

const MailSuppressionRef = builder.objectRef<SuppressionRow>('MailSuppression').implement({
  description: 'An address that receives no mail of the organization.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('MailSuppression')),
    databaseId: t.expose('id', { type: 'Int', ...DATABASE_ID }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail address. Null after the erasure of the person, of whom a hash remains.',
    }),
    reason: t.expose('reason', { type: SuppressionReasonRef, description: 'Why it receives no mail.' }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'Words of the report, at most 512 characters. Null after the erasure of the person.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the report.' }),
  }),
})

nodeFinder('MailSuppression', (context, id) =>
  isAdmin(context.caller) ? suppressionLoaders(context).byId.find(id) : Promise.resolve(null),
)

export const MailSuppressionConnectionRef = connectionType('MailSuppression', MailSuppressionRef)
