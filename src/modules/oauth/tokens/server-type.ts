import { builder } from '../../../graphql/builder.ts'
import type { ServerMetadata } from './server-metadata.ts'

export const OAuthServerRef = builder.objectRef<ServerMetadata>('OAuthServer').implement({
  description: 'Metadata of the authorization server (RFC 8414), with supported features only.',
  fields: (t) => ({
    issuer: t.exposeString('issuer', { description: 'Issuer identifier, sent as `iss` on redirects.' }),
    authorizationEndpoint: t.exposeString('authorizationEndpoint', {
      description: 'URL of the authorization endpoint.',
    }),
    tokenEndpoint: t.exposeString('tokenEndpoint', { description: 'URL of the token endpoint.' }),
    revocationEndpoint: t.exposeString('revocationEndpoint', {
      description: 'URL of the revocation endpoint.',
    }),
    introspectionEndpoint: t.exposeString('introspectionEndpoint', {
      description: 'URL of the introspection endpoint.',
    }),
    serviceDocumentation: t.exposeString('serviceDocumentation', {
      description: 'URL of the documentation.',
    }),
    scopesSupported: t.exposeStringList('scopesSupported', { description: 'Supported scopes.' }),
    responseTypesSupported: t.exposeStringList('responseTypesSupported', {
      description: 'Supported response types.',
    }),
    responseModesSupported: t.exposeStringList('responseModesSupported', {
      description: 'Supported response modes.',
    }),
    grantTypesSupported: t.exposeStringList('grantTypesSupported', {
      description: 'Supported grant types.',
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
    codeChallengeMethodsSupported: t.exposeStringList('codeChallengeMethodsSupported', {
      description: 'Supported PKCE code challenge methods (RFC 7636).',
    }),
    authorizationResponseIssParameterSupported: t.exposeBoolean(
      'authorizationResponseIssParameterSupported',
      { description: 'Whether redirects contain `iss` (RFC 9207).' },
    ),
  }),
})
