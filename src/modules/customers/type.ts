import type { User } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { now } from '../../lib/time/clock.ts'
import { durationInWords } from '../../lib/time/format-date.ts'
import { maskEmail } from '../../lib/text/email.ts'
import { TeamRoleRef } from '../users/type.ts'

export const CustomerRef = builder.prismaObject('User', {
  variant: 'Customer',
  description: "A person known to the organization, with the organization's own labels and fields.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id; the same as of the User.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address, in lower case.' }),
    maskedEmail: t.string({
      nullable: true,
      description: 'E-mail address as `a***@example.com`.',
      resolve: ({ email }) => (email === null ? null : maskEmail(email)),
    }),
    avatarUrl: t.exposeString('avatarUrl', { nullable: true, description: 'Picture.' }),
    url: t.string({
      description: "The person's page on the portal.",
      resolve: ({ id }, _args, { portalUrl }) => `${portalUrl}/u/${id}`,
    }),
    role: t.field({
      type: TeamRoleRef,
      nullable: true,
      description: 'Team role of a customer who is in the team as well.',
      resolve: ({ role }) => role,
    }),
    blocked: t.exposeBoolean('blocked', { description: 'Whether the person is kept from taking part.' }),
    starred: t.exposeBoolean('starred', { description: 'Whether the team starred the person.' }),
    labels: t.exposeStringList('labels', { description: 'What the team calls this person.' }),
    customFields: t.field({
      type: 'JSONObject',
      description: "The organization's own fields, by name.",
      resolve: ({ customFields }) => customFields,
    }),
    postsCount: t.int({
      description: 'How many posts the person submitted.',
      resolve: ({ id }, _args, { load }) => load.postsCountOfUser(id),
    }),
    votesCount: t.int({
      description: 'How many votes the person cast.',
      resolve: ({ id }, _args, { load }) => load.votesCountOfUser(id),
    }),
    commentsCount: t.int({
      description: 'How many comments the person wrote, deleted ones left out.',
      resolve: ({ id }, _args, { load }) => load.commentsCountOfUser(id),
    }),
    memberSince: t.string({
      description: 'How long the person has been a customer, in words: `5 days`, `about 1 year`.',
      resolve: (customer) => durationInWords(since(customer), now()),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the person became known as a customer.',
      resolve: since,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the record was last changed.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

const since = ({ customerSince, createdAt }: User) => customerSince ?? createdAt

export const CustomerConnectionRef = connectionType('Customer', CustomerRef)
