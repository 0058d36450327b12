import { builder } from '../../../graphql/builder.ts'
import type { Scope } from '../../../auth/scopes.ts'
import { CodeChallengeMethodRef, GrantTypeRef, ScopeRef } from '../enums.ts'
import type { ServerMetadata } from './server-metadata.ts'

export const OAuthServerRef = builder.objectRef<ServerMetadata>('OAuthServer').implement({
  description: 'Metadata of the authorization server (RFC 8414), with supported features only.',
  fields: (t) => ({
    issuer: t.expose('issuer', {
      type: 'URL',
      description: 'Issuer identifier, sent as `iss` on redirects.',
    }),
    authorizationEndpoint: t.expose('authorizationEndpoint', {
      type: 'URL',
      description: 'URL of the authorization endpoint.',
    }),
    tokenEndpoint: t.expose('tokenEndpoint', { type: 'URL', description: 'URL of the token endpoint.' }),
    revocationEndpoint: t.expose('revocationEndpoint', {
      type: 'URL',
      description: 'URL of the revocation endpoint.',
    }),
    introspectionEndpoint: t.expose('introspectionEndpoint', {
      type: 'URL',
      description: 'URL of the introspection endpoint.',
    }),
    registrationEndpoint: t.expose('registrationEndpoint', {
      type: 'URL',
      nullable: true,
      description: 'URL of dynamic client registration (RFC 7591). Null if it is turned off.',
    }),
    serviceDocumentation: t.expose('serviceDocumentation', {
      type: 'URL',
      description: 'URL of the documentation.',
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
    grantTypesSupported: t.expose('grantTypesSupported', {
      type: [GrantTypeRef],
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
    codeChallengeMethodsSupported: t.expose('codeChallengeMethodsSupported', {
      type: [CodeChallengeMethodRef],
      description: 'Supported PKCE code challenge methods (RFC 7636).',
    }),
    authorizationResponseIssParameterSupported: t.exposeBoolean(
      'authorizationResponseIssParameterSupported',
      { description: 'Whether redirects contain `iss` (RFC 9207).' },
    ),
    clientIdMetadataDocumentSupported: t.exposeBoolean('clientIdMetadataDocumentSupported', {
      description: 'Whether a client id may be the URL of a metadata document.',
    }),
  }),
})
