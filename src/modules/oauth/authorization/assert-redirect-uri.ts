import type { AppRow } from '../apps/find-app.ts'
import { oauthParameterError } from '../errors.ts'

/**
 * Throws unless the redirect URI equals a registered one, character by character (operation `authorize`, RFC
 * 9700 section 2.1). Browsers are never sent to a URI that is merely equivalent.
 * @throws AppError with `invalid_redirect_uri`
 */
export function assertRedirectUri(app: Pick<AppRow, 'redirectUris'>, redirectUri: string): void {
  if (!app.redirectUris.includes(redirectUri))
    throw oauthParameterError(
      'invalid_redirect_uri',
      'redirectUri',
      'does not exactly match one that the app has registered',
    )
}
