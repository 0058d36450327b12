import { builder } from '../../../graphql/builder.ts'
import type { ServerMetadata } from './server-metadata.ts'

export const OAuthServerRef = builder.objectRef<ServerMetadata>('OAuthServer').implement({
  description: 'Metadata of the authorization server (RFC 8414): only what works.',
  fields: (t) => ({
    issuer: t.exposeString('issuer', { description: 'What `iss` of a redirect says.' }),
    authorizationEndpoint: t.exposeString('authorizationEndpoint', {
      description: 'Where a browser is sent for consent.',
    }),
    tokenEndpoint: t.exposeString('tokenEndpoint', { description: 'Where tokens are issued.' }),
    revocationEndpoint: t.exposeString('revocationEndpoint', { description: 'Where tokens are ended.' }),
    introspectionEndpoint: t.exposeString('introspectionEndpoint', {
      description: 'Where a client learns what a token is worth.',
    }),
    serviceDocumentation: t.exposeString('serviceDocumentation', { description: 'For people to read.' }),
    scopesSupported: t.exposeStringList('scopesSupported', { description: 'Every scope.' }),
    responseTypesSupported: t.exposeStringList('responseTypesSupported', {
      description: 'What consent gives.',
    }),
    responseModesSupported: t.exposeStringList('responseModesSupported', {
      description: 'How it is given.',
    }),
    grantTypesSupported: t.exposeStringList('grantTypesSupported', {
      description: 'What tokens are issued for.',
    }),
    tokenEndpointAuthMethodsSupported: t.exposeStringList('tokenEndpointAuthMethodsSupported', {
      description: 'How a client proves itself where tokens are issued.',
    }),
    revocationEndpointAuthMethodsSupported: t.exposeStringList('revocationEndpointAuthMethodsSupported', {
      description: 'How a client proves itself where tokens are ended.',
    }),
    introspectionEndpointAuthMethodsSupported: t.exposeStringList(
      'introspectionEndpointAuthMethodsSupported',
      { description: 'How a client proves itself where it asks about tokens.' },
    ),
    codeChallengeMethodsSupported: t.exposeStringList('codeChallengeMethodsSupported', {
      description: 'Methods of PKCE (RFC 7636).',
    }),
    authorizationResponseIssParameterSupported: t.exposeBoolean(
      'authorizationResponseIssParameterSupported',
      { description: 'Whether redirects carry `iss` (RFC 9207).' },
    ),
  }),
})
