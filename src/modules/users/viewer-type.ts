import type { Caller } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { ActorModeRef, ScopeRef } from '../oauth/enums.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { AccountRef } from './account-type.ts'
import { TeamRoleRef, UserRef } from './type.ts'
import { organizationLoaders } from '../organizations/loaders.ts'
import { accountLoaders, userLoaders } from './loaders.ts'

const AuthorityRef = enumType('Authority', 'Kind of credential of a caller.', {
  key: "An organization's API key, with or without a user token.",
  person: 'A user token alone.',
  app: 'An OAuth access token.',
})

export const ViewerRef = builder.objectRef<Caller>('Viewer').implement({
  description: 'The authenticated caller.',
  fields: (t) => ({
    authority: t.field({
      type: AuthorityRef,
      description: 'Kind of credential.',
      resolve: ({ authority }) => authority as Exclude<Caller['authority'], 'none' | 'visitor'>,
    }),
    role: t.expose('role', {
      type: TeamRoleRef,
      nullable: true,
      description: 'Team role of the actor. Null outside the team.',
    }),
    actorMode: t.field({
      type: ActorModeRef,
      description: "Whether the caller acts as an app's bot or as a person.",
      resolve: ({ install }) => install?.actor ?? 'self',
    }),
    scopes: t.field({
      type: [ScopeRef],
      nullable: true,
      description: 'Scopes of the access token. Null for callers without scopes.',
      resolve: ({ scopes }) => scopes && [...scopes],
    }),
    organization: t.field({
      type: OrganizationRef,
      nullable: true,
      description: 'Organization of the request. Null if none was named.',
      resolve: ({ organizationId }, _args, context) =>
        organizationId === null ? null : organizationLoaders(context).current(),
    }),
    actor: t.field({
      type: UserRef,
      access: { scope: 'any' },
      nullable: true,
      description:
        "User to whom writes are attributed: the person, an app's bot, or the creator of the API key. Null without one.",
      resolve: ({ actorId }, _args, context) =>
        actorId === null ? null : userLoaders(context).byId.one(actorId),
    }),
    user: t.field({
      type: UserRef,
      access: { scope: 'any' },
      nullable: true,
      description: 'Person or bot identified by a token. Null for an API key alone.',
      resolve: ({ actorId, authenticated }, _args, context) =>
        actorId === null || !authenticated ? null : userLoaders(context).byId.one(actorId),
    }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'Signed-in account. Null without a session token.',
      resolve: ({ accountId }, _args, context) =>
        accountId === null ? null : accountLoaders(context).own.find(accountId),
    }),
  }),
})
