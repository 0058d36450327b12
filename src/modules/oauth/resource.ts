import type { OAuthResource } from '../../db/generated/tables.ts'
import { oauthParameterError } from './errors.ts'

type Named = string | null | undefined

/**
 * Returns the resource that a request names, or null without one (RFC 8707 section 2): `<PUBLIC_URL>/mcp` is
 * `mcp`, and `<PUBLIC_URL>` is `api`, each also with a slash at its end.
 * @throws AppError with `invalid_target` for another one
 */
export function requestedResource(resource: Named, publicUrl: string): OAuthResource | null {
  if (resource == null) return null
  const url = resource.replace(/\/$/, '')
  if (url === `${publicUrl}/mcp`) return 'mcp'
  if (url === publicUrl) return 'api'
  throw oauthParameterError('invalid_target', 'resource', 'is not of this server')
}

/**
 * Throws if a token request names another resource than the granted one (RFC 8707 section 2.2).
 * @throws AppError with `invalid_target`
 */
export function assertGrantedResource(granted: OAuthResource, asked: OAuthResource | null): void {
  if (asked !== null && asked !== granted)
    throw oauthParameterError('invalid_target', 'resource', 'is not the granted one')
}
