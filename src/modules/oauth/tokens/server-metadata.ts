import { SCOPES } from '../../../auth/scopes.ts'

/**
 * Returns the metadata of the authorization server under the names of RFC 8414 section 2. It contains
 * supported features only.
 */
export function serverMetadata(issuer: string, dynamicRegistration: boolean) {
  const authentication = ['client_secret_basic', 'client_secret_post']
  const orNone = [...authentication, 'none']
  return {
    issuer,
    authorizationEndpoint: `${issuer}/oauth/authorize`,
    tokenEndpoint: `${issuer}/oauth/token`,
    revocationEndpoint: `${issuer}/oauth/revoke`,
    registrationEndpoint: dynamicRegistration ? `${issuer}/oauth/register` : null,
    introspectionEndpoint: `${issuer}/oauth/introspect`,
    serviceDocumentation: `${issuer}/docs`,
    scopesSupported: Object.keys(SCOPES),
    responseTypesSupported: ['code'],
    responseModesSupported: ['query'],
    grantTypesSupported: ['authorization_code' as const, 'refresh_token' as const],
    tokenEndpointAuthMethodsSupported: orNone,
    revocationEndpointAuthMethodsSupported: orNone,
    introspectionEndpointAuthMethodsSupported: authentication,
    codeChallengeMethodsSupported: ['S256' as const],
    authorizationResponseIssParameterSupported: true,
    clientIdMetadataDocumentSupported: true,
  }
}

export type ServerMetadata = ReturnType<typeof serverMetadata>
