import type { IncomingMessage } from 'node:http'
import { derivedSecret, hasValidChecksum, newSecret } from '../lib/crypto/secret.ts'
import { cookieOf, valueOfCookie } from './browser-session.ts'

const NAME = 'echolog-visitor'
const PREFIX = 'fovi_'
const TOKEN_BITS = 256
/** Lifetime of the cookie, which browsers limit to 400 days. */
const MAX_AGE_S = 400 * 86_400

/** Returns the token of a browser that has voted or posted without a session. Null without one. */
export function visitorTokenOf({ headers }: IncomingMessage, site: URL): string | null {
  const token = valueOfCookie(headers.cookie ?? '', cookieOf(site, NAME).name)
  return token !== null && hasValidChecksum(token, PREFIX) ? token : null
}

/**
 * Returns a new random token and the `Set-Cookie` that stores it on a site. With the secret of a form the token follows
 * from it, so that a form that is sent twice has one visitor.
 */
export function newVisitorCookie(site: URL, formToken: string | null): { token: string; cookie: string } {
  const token = formToken === null ? newSecret(PREFIX, TOKEN_BITS) : derivedSecret(PREFIX, formToken)
  const { name, isSecure } = cookieOf(site, NAME)
  const attributes = `Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_S}`
  return { token, cookie: `${name}=${token}; ${attributes}` }
}
