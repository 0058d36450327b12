import type { IncomingMessage } from 'node:http'
import { cookieOf, valueOfCookie } from './browser-session.ts'

const NAME = 'echolog-sign-in'
/** Lifetime of the cookie. The sealed sign-in itself expires by the database's clock. */
const MAX_AGE_S = 600

/** Returns the sealed sign-in that the browser keeps while a person is at a provider. Null without one. */
export const begunSignInOf = ({ headers }: IncomingMessage, site: URL): string | null =>
  valueOfCookie(headers.cookie ?? '', cookieOf(site, NAME).name) || null

/** Returns the `Set-Cookie` that stores a sealed sign-in on a site. Null removes it. */
export function signInCookie(site: URL, token: string | null): string {
  const { name, isSecure } = cookieOf(site, NAME)
  const age = token === null ? 0 : MAX_AGE_S
  return `${name}=${token ?? ''}; Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax; Max-Age=${age}`
}
