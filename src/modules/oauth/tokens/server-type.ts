import { builder } from '../../../graphql/builder.ts'
import type { Scope } from '../../../auth/scopes.ts'
import { CodeChallengeMethodRef, GrantTypeRef, ScopeRef } from '../enums.ts'
import type { ServerMetadata } from './server-metadata.ts'

export const OAuthServerRef = builder.objectRef<ServerMetadata>('OAuthServer').implement({
  description: 'Metadata of the authorization server (RFC 8414), with supported features only.',
  fields: (t) => ({
    issuer: t.field({
      type: 'URL',
      description: 'Issuer identifier, sent as `iss` on redirects.',
      resolve: ({ issuer }) => issuer,
    }),
    authorizationEndpoint: t.field({
      type: 'URL',
      description: 'URL of the authorization endpoint.',
      resolve: (server) => server.authorizationEndpoint,
    }),
    tokenEndpoint: t.expose('tokenEndpoint', { type: 'URL', description: 'URL of the token endpoint.' }),
    revocationEndpoint: t.field({
      type: 'URL',
      description: 'URL of the revocation endpoint.',
      resolve: (server) => server.revocationEndpoint,
    }),
    introspectionEndpoint: t.field({
      type: 'URL',
      description: 'URL of the introspection endpoint.',
      resolve: (server) => server.introspectionEndpoint,
    }),
    serviceDocumentation: t.field({
      type: 'URL',
      description: 'URL of the documentation.',
      resolve: (server) => server.serviceDocumentation,
    }),
    scopesSupported: t.field({
      type: [ScopeRef],
      description: 'Supported scopes.',
      resolve: ({ scopesSupported }) => scopesSupported as Scope[],
    }),
    responseTypesSupported: t.exposeStringList('responseTypesSupported', {
      description: 'Supported response types.',
    }),
    responseModesSupported: t.exposeStringList('responseModesSupported', {
      description: 'Supported response modes.',
    }),
    grantTypesSupported: t.field({
      type: [GrantTypeRef],
      description: 'Supported grant types.',
      resolve: ({ grantTypesSupported }) => grantTypesSupported,
    }),
    tokenEndpointAuthMethodsSupported: t.exposeStringList('tokenEndpointAuthMethodsSupported', {
      description: 'Client authentication methods of the token endpoint.',
    }),
    revocationEndpointAuthMethodsSupported: t.exposeStringList('revocationEndpointAuthMethodsSupported', {
      description: 'Client authentication methods of the revocation endpoint.',
    }),
    introspectionEndpointAuthMethodsSupported: t.exposeStringList(
      'introspectionEndpointAuthMethodsSupported',
      { description: 'Client authentication methods of the introspection endpoint.' },
    ),
    codeChallengeMethodsSupported: t.field({
      type: [CodeChallengeMethodRef],
      description: 'Supported PKCE code challenge methods (RFC 7636).',
      resolve: ({ codeChallengeMethodsSupported }) => codeChallengeMethodsSupported,
    }),
    authorizationResponseIssParameterSupported: t.exposeBoolean(
      'authorizationResponseIssParameterSupported',
      { description: 'Whether redirects contain `iss` (RFC 9207).' },
    ),
  }),
})
