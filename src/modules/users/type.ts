import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { permits, type Access } from '../../graphql/access/access.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import { botAddress } from '../../lib/text/bot-address.ts'
import { maskEmail } from '../../lib/text/email.ts'
import { LocaleRef } from '../changelogs/enums.ts'
import type { Locale } from '../changelogs/locales.ts'
import { userLoaders } from './loaders.ts'

export const TeamRoleRef = enumType('TeamRole', 'Role of a team member.', {
  admin: 'Full access, including the team, API keys, apps, webhooks and settings.',
  member: 'Access to feedback, customers, roadmaps and changelogs.',
  csm: 'Customer success manager, with the same access as a member.',
  collaborator: 'External collaborator, with the same access as a member.',
})

/** Access to people other than the caller. */
export const USER_ACCESS = { require: 'team', scope: 'customers:read' } as const satisfies Access

export const UserRef = builder.prismaObject('User', {
  description:
    'A person in the organization, such as a team member or a customer, or the bot of an installed app.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('User')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Display name.' }),
    avatarUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture. Null without one.',
      resolve: ({ avatarUrl }, _args, { site }) => avatarUrl && withUploadUrls(avatarUrl, site),
    }),
    email: t.field({
      type: 'EmailAddress',
      nullable: true,
      description:
        'E-mail address, which of a bot receives no mail. Null unless the caller is in the team or is this person.',
      resolve: (user, _args, { caller }) => (knows(caller, user) ? addressOf(user) : null),
    }),
    maskedEmail: t.string({
      nullable: true,
      description:
        'Masked e-mail address, such as `a***@example.com`. Null unless the caller is in the team or is this person.',
      resolve: (user, _args, { caller }) => {
        const address = addressOf(user)
        return address !== null && knows(caller, user) ? maskEmail(address) : null
      },
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the person on the portal.',
      resolve: (user, _args, context) => `${context.portalUrl}/u/${user.id}`,
    }),
    role: t.expose('role', {
      type: TeamRoleRef,
      nullable: true,
      description: 'Team role. Null outside the team.',
    }),
    bot: t.exposeBoolean('bot', { description: 'Whether it is the bot of an installed app.' }),
    confirmed: t.boolean({
      description: 'Whether the person has an account for signing in.',
      resolve: (user) => user.accountId !== null,
    }),
    labels: t.stringList({
      description: 'Labels set by the team. Empty unless the caller is in the team or is this person.',
      resolve: (user, _args, { caller }) => (knows(caller, user) ? user.labels : []),
    }),
    locale: t.field({
      type: LocaleRef,
      nullable: true,
      description:
        'Language that the person has chosen. Null without one, and unless the caller is in the team or is this person.',
      resolve: (user, _args, { caller }) => (knows(caller, user) ? (user.locale as Locale | null) : null),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time at which the person was added to the organization.',
    }),
  }),
})

nodeFinder('User', (context, id) =>
  permits(context.caller, USER_ACCESS) || context.caller.actorId === id
    ? userLoaders(context).byId.find(id)
    : Promise.resolve(null),
)

/**
 * Returns whether the caller may see the private fields of a person: the team of everyone, others their own.
 */
function knows(caller: Caller, { id }: { id: number }): boolean {
  return hasTeamView(caller) || caller.actorId === id
}

/** Returns the address of a person or bot. Null for a person without one. */
const addressOf = ({ id, email, bot }: { id: number; email: string | null; bot: boolean }) =>
  bot ? botAddress(id) : email
