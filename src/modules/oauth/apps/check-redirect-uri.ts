import { oauthFieldError } from '../errors.ts'

const MAX = 20
const MAX_LENGTH = 2048
/** The only hosts that http is for, in exactly these spellings (specification 2.1). */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The redirect URIs of an app, each once, as the exact strings that were sent: they are compared as such.
 * @throws AppError with `invalid_redirect_uri` when there are none, more than 20, or one that is not in order
 */
export function checkRedirectUris(uris: readonly string[]): string[] {
  const refuse = (problem: string) => oauthFieldError('invalid_redirect_uri', 'redirectUris', problem)
  if (uris.length === 0) throw refuse("can't be blank")
  if (uris.length > MAX) throw refuse(`must hold at most ${MAX} items`)
  uris.forEach((uri, index) => {
    const problem = redirectUriProblem(uri)
    if (problem) throw refuse(`${problem} (entry ${index + 1})`)
  })
  return [...new Set(uris)]
}

/**
 * What is wrong with a redirect URI, as a predicate; null when nothing is: absolute, https or http to a loopback
 * host, no user information, fragment or wildcard (specification 2.1, RFC 6749 chapter 3.1.2). It must stand in the
 * normal form that browsers give it, so that nobody can read another place in it than its owner meant.
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
