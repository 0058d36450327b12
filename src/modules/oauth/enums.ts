import { SCOPES, type Scope } from '../../auth/scopes.ts'
import type { ActorMode } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'

export const ActorModeRef = builder.enumType('ActorMode', {
  description: 'Actor mode of an installed app.',
  values: {
    APP: { value: 'app', description: 'The app acts as itself, through a bot user named after it.' },
    SELF: {
      value: 'self',
      description: 'The app acts as the person who installed it and has at most their permissions.',
    },
  } as const satisfies Record<Uppercase<ActorMode>, { value: ActorMode; description: string }>,
})

export const ScopeRef = builder.enumType('Scope', {
  description: 'Scope of an OAuth token. `POSTS_READ` is `posts:read` in the OAuth protocol.',
  values: Object.fromEntries(
    Object.entries(SCOPES).map(([scope, description]) => [
      scope.toUpperCase().replace(':', '_'),
      { value: scope, description: `${description}.` },
    ]),
  ) as Record<string, { value: Scope; description: string }>,
})

export const GrantTypeRef = builder.enumType('GrantType', {
  description: 'OAuth grant type of a token request.',
  values: {
    AUTHORIZATION_CODE: { value: 'authorization_code', description: 'An authorization code is exchanged.' },
    REFRESH_TOKEN: { value: 'refresh_token', description: 'A refresh token is replaced.' },
  } as const,
})

export const CodeChallengeMethodRef = builder.enumType('CodeChallengeMethod', {
  description: 'PKCE code challenge method (RFC 7636).',
  values: { S256: { value: 'S256', description: 'SHA-256 of the code verifier.' } } as const,
})
