import { unauthorized, unavailable } from '../../../lib/errors.ts'
import { OpenIdError } from '../../../auth/openid/openid-error.ts'

/** Returns a problem of a provider as the client may see it, and any other error unchanged. */
export function asAppError(error: unknown): unknown {
  if (!(error instanceof OpenIdError)) return error
  return error.reason === 'unreachable'
    ? unavailable('The provider cannot be reached')
    : unauthorized(error.message)
}
