import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'

/**
 * A redirect URI is one of the registered ones, character by character (specification 4.2, RFC 9700 chapter 2.1): what
 * only means the same is another one, and nobody is ever sent there.
 * @throws AppError with `invalid_redirect_uri`
 */
export function assertRedirectUri(app: Pick<AppRow, 'redirectUris'>, redirectUri: string): void {
  if (!app.redirectUris.includes(redirectUri))
    throw oauthError('invalid_redirect_uri', 'redirect_uri is not exactly one that the app has registered')
}
