import type { User } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { now } from '../../lib/time/clock.ts'
import { durationInWords } from '../../lib/time/duration-in-words.ts'
import { maskEmail } from '../../lib/text/email.ts'
import { TeamRoleRef } from '../users/type.ts'
import { customerLoaders } from './loaders.ts'

export const CustomerRef = builder.prismaObject('User', {
  variant: 'Customer',
  description: 'A customer of the organization, with labels and custom fields.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id, equal to the id of the `User`.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address in lower case.' }),
    maskedEmail: t.string({
      nullable: true,
      description: 'Masked e-mail address, such as `a***@example.com`.',
      resolve: ({ email }) => (email === null ? null : maskEmail(email)),
    }),
    avatarUrl: t.exposeString('avatarUrl', { nullable: true, description: 'URL of the picture.' }),
    url: t.string({
      description: 'URL of the person on the portal.',
      resolve: ({ id }, _args, { portalUrl }) => `${portalUrl}/u/${id}`,
    }),
    role: t.field({
      type: TeamRoleRef,
      nullable: true,
      description: 'Team role, if the customer is also in the team.',
      resolve: ({ role }) => role,
    }),
    blocked: t.exposeBoolean('blocked', { description: 'Whether the person is blocked from participating.' }),
    starred: t.exposeBoolean('starred', { description: 'Whether the team starred the person.' }),
    labels: t.exposeStringList('labels', { description: 'Labels set by the team.' }),
    customFields: t.field({
      type: 'JSONObject',
      description: 'Custom fields of the organization, by name.',
      resolve: ({ customFields }) => customFields,
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
    memberSince: t.string({
      description: 'Time since the person became a customer, in words such as `5 days` or `about 1 year`.',
      resolve: (customer) => durationInWords(since(customer), now()),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the person became a customer.',
      resolve: since,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

const since = ({ customerSince, createdAt }: User) => customerSince ?? createdAt

export const CustomerConnectionRef = connectionType('Customer', CustomerRef)
