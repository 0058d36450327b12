import { oauthParameterError } from '../errors.ts'
import { matchesRedirectUri } from '../public-clients/matches-redirect-uri.ts'

/**
 * Throws unless the redirect URI equals a registered one, character by character (operation `authorize`, RFC
 * 9700 section 2.1). Browsers are never sent to a URI that is merely equivalent. Only the port of a loopback host of
 * a public client is free.
 * @throws AppError with `invalid_redirect_uri`
 */
export function assertRedirectUri(
  client: Parameters<typeof matchesRedirectUri>[0],
  redirectUri: string,
): void {
  if (!matchesRedirectUri(client, redirectUri))
    throw oauthParameterError(
      'invalid_redirect_uri',
      'redirectUri',
      'does not exactly match one that the app has registered',
    )
}
