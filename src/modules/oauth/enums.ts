import { SCOPES, type Scope } from '../../auth/scopes.ts'
import type { ActorMode, OAuthAppKind } from '../../db/generated/tables.ts'
import { enumType } from '../../graphql/schema/enum.ts'

export const ActorModeRef = enumType<ActorMode>('ActorMode', 'Actor mode of an installed app.', {
  app: 'The app acts as itself, through a bot user named after it.',
  self: 'The app acts as the person who installed it and has at most their permissions.',
})

export const OAuthAppKindRef = enumType<OAuthAppKind>('OAuthAppKind', 'Kind of an OAuth app.', {
  registered: 'An organization registered it. It has a secret.',
  metadata: 'A public client, such as an agent, that a metadata document at its client id describes.',
  dynamic: 'A public client that registered itself. Its name is not verified.',
})

export const ScopeRef = enumType<Scope>(
  'Scope',
  'Scope of an OAuth token. `POSTS_READ` is `posts:read` in the OAuth protocol.',
  Object.fromEntries(
    Object.entries(SCOPES).map(([scope, description]) => [scope, `${description}.`]),
  ) as Record<Scope, string>,
)

export const GrantTypeRef = enumType('GrantType', 'OAuth grant type of a token request.', {
  authorization_code: 'An authorization code is exchanged.',
  refresh_token: 'A refresh token is replaced.',
})

export const CodeChallengeMethodRef = enumType(
  'CodeChallengeMethod',
  'PKCE code challenge method (RFC 7636).',
  {
    S256: 'SHA-256 of the code verifier.',
  },
)
