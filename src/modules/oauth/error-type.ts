import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import type { AppError } from '../../lib/errors.ts'
import type { OAuthErrorValue } from './errors.ts'

const DESCRIPTIONS: Record<OAuthErrorValue, string> = {
  invalid_request: 'A parameter is missing or invalid.',
  invalid_client: 'The client is unknown, or its authentication failed.',
  invalid_grant: 'The code or the refresh token is invalid, expired, revoked or of another client.',
  unsupported_grant_type: 'The grant type is not supported.',
  invalid_scope: 'A scope is unknown or exceeds what is granted.',
  invalid_target: 'The resource is not of this server, or not the granted one.',
  invalid_redirect_uri: 'A redirect URI is invalid or not registered.',
  invalid_client_metadata: 'A field of the app is invalid.',
  invalid_token: 'The token is invalid.',
  access_denied: 'The person or the app is not permitted to do this.',
}

const OAuthErrorCodeRef = enumType(
  'OAuthErrorCode',
  'OAuth error code (RFC 6749 section 5.2, RFC 7591 section 3.2.2), both in `OAuthError.code` and in `extensions.oauthError` of top-level errors.',
  DESCRIPTIONS,
)

type OAuthError = { code: OAuthErrorValue; description: string }

const OAuthErrorRef = builder.objectRef<OAuthError>('OAuthError').implement({
  description: 'Error of the OAuth protocol.',
  fields: (t) => ({
    code: t.expose('code', { type: OAuthErrorCodeRef, description: 'Error code.' }),
    description: t.exposeString('description', { description: 'Description for the developer of the app.' }),
  }),
})

/** Field of the payloads of mutations whose errors the OAuth protocol defines. */
export const OAUTH_ERROR = {
  oauthError: {
    type: OAuthErrorRef,
    description: 'First error as the OAuth protocol defines it. Null after a success and for other errors.',
    resolve: ({ details, message }: AppError): OAuthError | null =>
      typeof details?.oauth === 'string'
        ? { code: details.oauth as OAuthErrorValue, description: message }
        : null,
  },
}
