import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Caller } from '../../../auth/caller.ts'
import { ACCESS_TOKEN_PREFIX } from '../../../lib/crypto/secret.ts'

/** Headers that endpoints read, in both spellings. */
export const VARY_HEADERS = ['allow-private', 'allow_private']

/** Whether a request is a GET of the REST API that `isOfOrganization`, without `If-Match`. */
export function isCacheableRead({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || !url.startsWith('/api/v3/') || headers['if-match'] !== undefined) return false
  return isOfOrganization(headers)
}

const ACCESS_TOKEN = new RegExp(`^Bearer ${ACCESS_TOKEN_PREFIX}`, 'i')

/** Whether a request has only an API key or only an access token. A user's view depends on more data. */
export function isOfOrganization(headers: IncomingHttpHeaders): boolean {
  const { authorization } = headers
  const hasKey = headers['api-key'] !== undefined || headers.api_key !== undefined
  return hasKey ? authorization === undefined : ACCESS_TOKEN.test(authorization ?? '')
}

/** Returns the key of a response, which contains everything but data that affects it. */
export function restKey(caller: Caller, origin: string, request: IncomingMessage): string {
  const headers = VARY_HEADERS.map((name) => request.headers[name] ?? '')
  return [viewKey(caller), origin, ...headers, request.url].join('\n')
}

/** Returns a value that is equal for callers without a person who see the same of the same organization. */
export function viewKey({ organizationId, portal, authority, install, ...caller }: Caller): string {
  const { scopes, actorId, role } = caller
  const visibility = install ? [install.id, actorId, role, ...(scopes ?? [])] : []
  return [organizationId, portal?.portalUrl ?? portal?.slug, authority, visibility].join('\n')
}
