import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import type { CustomerSnapshot } from './customer-snapshot.ts'

export const CustomerSnapshotRef = builder.objectRef<CustomerSnapshot>('CustomerSnapshot').implement({
  description:
    'A customer right after the change of an event. It has no `id`, so that no cache takes it for the customer.',
  fields: (t) => ({
    customerId: t.id({ description: 'Id of the customer.', resolve: ({ id }) => toNodeId('Customer', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Display name.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail address in lower case. Null without one.',
    }),
    avatarUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture. Null without one.',
      resolve: ({ avatarUrl }, _args, { site }) => avatarUrl && withUploadUrls(avatarUrl, site),
    }),
    blocked: t.exposeBoolean('blocked', { description: 'Whether the person is blocked from participating.' }),
    starred: t.exposeBoolean('starred', { description: 'Whether the team starred the person.' }),
    labels: t.exposeStringList('labels', { description: 'Labels set by the team.' }),
    customFields: t.expose('customFields', {
      type: 'JSONObject',
      description: 'Custom fields by name. The organization defines their names and values.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the person became a customer.',
      resolve: ({ customerSince, createdAt }) => customerSince ?? createdAt,
    }),
  }),
})
