import type { Scope } from '../../../auth/scopes.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/schema/enum.ts'
import { toNodeId } from '../../../graphql/schema/node/prefixes.ts'
import { ScopeRef } from '../enums.ts'
import { organizationById } from '../../organizations/find-organization.ts'
import { OrganizationSummaryRef } from '../organization-summary-type.ts'
import { ACCESS_LIFETIME, type TokenPair } from './issue-tokens.ts'
import type { TokenState } from './introspect-token.ts'

export const IssuedTokensRef = builder.objectRef<TokenPair>('IssuedTokens').implement({
  description: 'A pair of tokens, returned only once.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'Access token, `foot_…`.' }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Refresh token, `foor_…`. It can be used once to obtain the next pair.',
    }),
    tokenType: t.string({ description: 'Token type, always `Bearer`.', resolve: () => 'Bearer' }),
    expiresIn: t.int({
      description: 'Lifetime of the access token in seconds.',
      resolve: () => ACCESS_LIFETIME,
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'Scopes of the access token.',
      resolve: ({ scopes }) => scopes as Scope[],
    }),
  }),
})

const KINDS = enumType('TokenKind', 'Kind of token.', {
  access: 'Access token, which authorizes API requests.',
  refresh: 'Refresh token, which obtains the next pair.',
})

export const TokenStateRef = builder.objectRef<TokenState>('TokenState').implement({
  description: 'Current state of an active token.',
  fields: (t) => ({
    kind: t.expose('kind', { type: KINDS, description: 'Kind of token.' }),
    clientId: t.exposeString('clientId', { description: 'Client id of the app.' }),
    userId: t.id({
      description: 'Id of the person or bot user as which the token acts.',
      resolve: ({ userId }) => toNodeId('User', userId),
    }),
    userDatabaseId: t.exposeInt('userId', {
      description: 'Integer id of the person or bot user, as in REST and in webhooks.',
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'Effective scopes.',
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', description: 'Creation time.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Expiry time. Null for a refresh token, which is valid until it is used.',
    }),
    organization: t.field({
      type: OrganizationSummaryRef,
      description: 'Organization in which the token is valid.',
      resolve: ({ organizationId }, _args, { db }) => organizationById(db, organizationId),
    }),
  }),
})
