import type { Caller } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { ActorModeRef } from '../oauth/enums.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { AccountRef } from './account-type.ts'
import { TeamRoleRef, UserRef } from './type.ts'

const AuthorityRef = builder.enumType('Authority', {
  description: 'What a caller stands on.',
  values: {
    KEY: { value: 'key', description: "An organization's API key, with or without a user token." },
    PERSON: { value: 'person', description: 'A user token alone.' },
    APP: { value: 'app', description: 'An OAuth access token.' },
  },
})

export const ViewerRef = builder.objectRef<Caller>('Viewer').implement({
  description: 'Who is asking.',
  fields: (t) => ({
    authority: t.field({
      type: AuthorityRef,
      description: 'What they stand on.',
      resolve: ({ authority }) => authority as Exclude<Caller['authority'], 'none'>,
    }),
    role: t.field({
      type: TeamRoleRef,
      nullable: true,
      description: "The actor's team role; null for everyone else.",
      resolve: ({ role }) => role,
    }),
    actorMode: t.field({
      type: ActorModeRef,
      description: "Whom the caller acts as: an app's bot, or a person.",
      resolve: ({ install }) => install?.actor ?? 'self',
    }),
    scopes: t.stringList({
      nullable: true,
      description: 'What an access token may do; null for callers that no scope limits.',
      resolve: ({ scopes }) => scopes && [...scopes],
    }),
    organization: t.field({
      type: OrganizationRef,
      nullable: true,
      description: 'The organization acted in; null when none was named.',
      resolve: ({ organizationId }, _args, { load }) =>
        organizationId === null ? null : load.organization(),
    }),
    actor: t.field({
      type: UserRef,
      access: { scope: 'any' },
      nullable: true,
      description: "Whom writes are attributed to: the person, an app's bot, or the API key's creator.",
      resolve: ({ actorId }, _args, { load }) => (actorId === null ? null : load.user.one(actorId)),
    }),
    user: t.field({
      type: UserRef,
      access: { scope: 'any' },
      nullable: true,
      description: 'The person or bot that a token proved; null for an API key alone.',
      resolve: ({ actorId, authenticated: identified }, _args, { load }) =>
        actorId === null || !identified ? null : load.user.one(actorId),
    }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'The signed-in account; null without a session token.',
      resolve: ({ accountId }, _args, { prisma }) =>
        accountId === null ? null : prisma.account.findUnique({ where: { id: accountId } }),
    }),
  }),
})
