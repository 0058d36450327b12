import { builder } from '../../../graphql/builder.ts'
import { OrganizationRef } from '../../organizations/type.ts'
import { ACCESS_LIFETIME, type TokenPair } from './issue-tokens.ts'
import type { TokenFacts } from './introspect-token.ts'

export const IssuedTokensRef = builder.objectRef<TokenPair>('IssuedTokens').implement({
  description: 'A pair of tokens, shown now and never again.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'The access token, `foot_…`.' }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'The refresh token, `foor_…`: gives the next pair, once.',
    }),
    tokenType: t.string({ description: 'How the access token is sent: `Bearer`.', resolve: () => 'Bearer' }),
    expiresIn: t.int({
      description: 'Seconds that the access token lasts.',
      resolve: () => ACCESS_LIFETIME,
    }),
    scope: t.string({
      description: 'Its scopes, with spaces between.',
      resolve: ({ scopes }) => scopes.join(' '),
    }),
  }),
})

const KINDS = builder.enumType('TokenKind', {
  description: 'Which of a pair a token is.',
  values: {
    ACCESS: { value: 'access', description: 'It calls the API.' },
    REFRESH: { value: 'refresh', description: 'It gives the next pair.' },
  } as const,
})

export const TokenFactsRef = builder.objectRef<TokenFacts>('TokenFacts').implement({
  description: 'What a live token is worth at this moment.',
  fields: (t) => ({
    kind: t.field({ type: KINDS, description: 'Which of its pair it is.', resolve: ({ kind }) => kind }),
    clientId: t.exposeString('clientId', { description: 'Client id of its app.' }),
    userId: t.exposeID('userId', { description: 'Id of the person or bot user it acts as.' }),
    scope: t.string({
      description: 'What it can do, with spaces between.',
      resolve: ({ scopes }) => scopes.join(' '),
    }),
    issuedAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ issuedAt }) => issuedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null for a refresh token, which lasts until it is used.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    organization: t.field({
      type: OrganizationRef,
      description: 'Where it works.',
      resolve: ({ organizationId }, _args, { prisma }) =>
        prisma.organization.findUniqueOrThrow({ where: { id: organizationId } }),
    }),
  }),
})
