import { oauthFieldError } from '../errors.ts'

const MAX = 20
const MAX_LENGTH = 2048
/** The only hosts for which http is allowed, in exactly these spellings (operation `registerApp`). */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Validates the redirect URIs of an app and returns them without duplicates. They are returned exactly as
 * sent, because they are compared as strings.
 * @throws AppError with `invalid_redirect_uri` for none, more than 20, or an invalid one
 */
export function checkRedirectUris(uris: readonly string[]): string[] {
  const refuse = (problem: string, predicate?: string) =>
    oauthFieldError('invalid_redirect_uri', 'redirectUris', problem, predicate)
  const size = `must contain 1 to ${MAX} URIs`
  if (uris.length === 0) throw refuse("can't be blank", size)
  if (uris.length > MAX) throw refuse(`must contain at most ${MAX} items`, size)
  uris.forEach((uri, index) => {
    const problem = redirectUriProblem(uri)
    if (problem) throw refuse(`${problem} (entry ${index + 1})`)
  })
  return [...new Set(uris)]
}

/**
 * Returns why a redirect URI is invalid, as a predicate, or null. It must be absolute, https or http to a loopback
 * host, without user information, fragment or wildcard (operation `registerApp`, RFC 6749 section
 * 3.1.2). It must be in the normal form of browsers, so that it cannot be read as another URI than its owner meant.
 */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'must have only printable ASCII characters and no spaces'
  if (!/^https?:\/\//i.test(uri) || !URL.canParse(uri)) return 'must be absolute https URIs'
  if (uri.includes('#')) return 'must not have a fragment'
  if (uri.includes('*')) return 'must not have a wildcard'
  const authority = uri.split(/[/?]/)[2] ?? ''
  const url = new URL(uri)
  if (authority.includes('@') || url.username || url.password) return 'must not have user information'
  if (url.protocol === 'http:' && !LOOPBACK.has(authority.replace(/:\d*$/, '')))
    return 'must be https, or http to localhost, 127.0.0.1 or [::1]'
  if (url.href !== uri && url.href !== `${uri}/`) return 'must be in normal form'
  return null
}
