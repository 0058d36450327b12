import type { components } from '../../openapi/types.ts'
import { snakeCase } from '../../src/lib/text/case.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { scopeNames } from '../shapes/scope.ts'

/** GET /.well-known/oauth-authorization-server (RFC 8414). */
export const getOAuthServer = endpoint({
  operation: 'getOAuthServer',
  document: graphql(/* GraphQL */ `
    query {
      oauthServer {
        issuer
        authorizationEndpoint
        tokenEndpoint
        revocationEndpoint
        introspectionEndpoint
        registrationEndpoint
        serviceDocumentation
        scopesSupported
        responseTypesSupported
        responseModesSupported
        grantTypesSupported
        tokenEndpointAuthMethodsSupported
        revocationEndpointAuthMethodsSupported
        introspectionEndpointAuthMethodsSupported
        codeChallengeMethodsSupported
        authorizationResponseIssParameterSupported
        clientIdMetadataDocumentSupported
      }
    }
  `),
  variables: () => ({}),
  present: ({ oauthServer }) => {
    const { scopesSupported, grantTypesSupported } = oauthServer
    const metadata = {
      ...oauthServer,
      scopesSupported: scopeNames(scopesSupported),
      grantTypesSupported: grantTypesSupported.map(lowerCase),
    }
    return Object.fromEntries(
      Object.entries(metadata)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => [snakeCase(name), value]),
    ) as components['schemas']['OAuthServer']
  },
})
