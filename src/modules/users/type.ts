import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { maskEmail } from '../../lib/text/email.ts'

export const TeamRoleRef = builder.enumType('TeamRole', {
  description: 'What a team member may do.',
  values: {
    admin: {
      value: 'admin',
      description: 'Everything: the team, keys, apps, webhooks and settings included.',
    },
    member: { value: 'member', description: 'Work with feedback, customers, roadmaps and changelogs.' },
    csm: { value: 'csm', description: 'The same as a member, for those who look after customers.' },
    collaborator: { value: 'collaborator', description: 'The same as a member, for those from outside.' },
  } as const,
})

export const UserRef = builder.prismaObject('User', {
  description: 'A person inside the organization: team member, customer, or somebody who wrote once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    avatarUrl: t.exposeString('avatarUrl', { nullable: true, description: 'Picture.' }),
    email: t.string({
      nullable: true,
      description: 'E-mail address: seen by the team and by the person.',
      resolve: (user, _args, { caller }) => (knows(caller, user) ? user.email : null),
    }),
    maskedEmail: t.string({
      nullable: true,
      description: 'E-mail address as `a***@example.com`: seen by the team and by the person.',
      resolve: (user, _args, { caller }) =>
        user.email !== null && knows(caller, user) ? maskEmail(user.email) : null,
    }),
    url: t.string({
      description: "The person's page on the portal.",
      resolve: (user, _args, context) => `${context.portalUrl}/u/${user.id}`,
    }),
    role: t.field({
      type: TeamRoleRef,
      nullable: true,
      description: 'Team role; null for everyone else.',
      resolve: (user) => user.role,
    }),
    bot: t.exposeBoolean('bot', { description: 'Whether it acts for an installed app.' }),
    confirmed: t.boolean({
      description: 'Whether the person has an account of their own here.',
      resolve: (user) => user.accountId !== null,
    }),
    labels: t.stringList({
      description: 'What the team calls this person: seen by the team and by the person, empty to others.',
      resolve: (user, _args, { caller }) => (knows(caller, user) ? user.labels : []),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When they first came.',
      resolve: (user) => user.createdAt,
    }),
  }),
})

/** Whether the caller is told what others are not: the team about everybody, people about themselves. */
function knows(caller: Caller, { id }: { id: number }): boolean {
  return hasTeamView(caller) || caller.actorId === id
}
