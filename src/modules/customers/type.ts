import { hasTeamView } from '../../auth/caller.ts'
import type { User } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import { maskEmail } from '../../lib/text/email.ts'
import { UserRef } from '../users/type.ts'
import { customerLoaders } from './loaders.ts'
import { visibleCustomer } from './visible-customer.ts'

export const CustomerRef = builder.prismaObject('User', {
  variant: 'Customer',
  description: 'A customer of the organization, with labels and custom fields.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Customer')),
    databaseId: t.exposeInt('id', {
      description: 'Integer id, as in REST and in webhooks. It is that of the `User`.',
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail address in lower case. Null without one.',
    }),
    maskedEmail: t.string({
      nullable: true,
      description: 'Masked e-mail address, such as `a***@example.com`. Null without one.',
      resolve: ({ email }) => (email === null ? null : maskEmail(email)),
    }),
    avatarUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture. Null without one.',
      resolve: ({ avatarUrl }, _args, { site }) => avatarUrl && withUploadUrls(avatarUrl, site),
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the person on the portal.',
      resolve: ({ id }, _args, { portalUrl }) => `${portalUrl}/u/${id}`,
    }),
    user: t.field({ type: UserRef, description: 'The person.', resolve: (user) => user }),
    blocked: t.exposeBoolean('blocked', { description: 'Whether the person is blocked from participating.' }),
    starred: t.exposeBoolean('starred', { description: 'Whether the team starred the person.' }),
    labels: t.exposeStringList('labels', { description: 'Labels set by the team.' }),
    customFields: t.expose('customFields', {
      type: 'JSONObject',
      description: 'Custom fields by name. The organization defines their names and values.',
    }),
    postsCount: t.int({
      description: 'Number of posts the person submitted.',
      resolve: ({ id }, _args, context) => customerLoaders(context).postsCount(id),
    }),
    votesCount: t.int({
      description: 'Number of votes the person cast.',
      resolve: ({ id }, _args, context) => customerLoaders(context).votesCount(id),
    }),
    commentsCount: t.int({
      description: 'Number of comments the person wrote, excluding deleted ones.',
      resolve: ({ id }, _args, context) => customerLoaders(context).commentsCount(id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the person became a customer.',
      resolve: since,
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

const since = ({ customerSince, createdAt }: User) => customerSince ?? createdAt

nodeFinder('Customer', (context, id) => nullIfNotFound(visibleCustomer(context, id)))

export const CustomerConnectionRef = connectionType('Customer', CustomerRef)

builder.prismaObjectFields(UserRef, (t) => ({
  customer: t.field({
    type: CustomerRef,
    nullable: true,
    // Fields that permit a person to any token do not permit what the team knows of them.
    access: { scope: 'customers:read' },
    description: 'The person as a customer. Null for other people, and outside the team.',
    resolve: (user, _args, { caller }) => (user.customerSince && hasTeamView(caller) ? user : null),
  }),
}))
