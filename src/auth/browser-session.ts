import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Credentials } from './credentials.ts'
import { looksLikeStoredSession, SESSION_MAX_S } from './sessions.ts'

/** Values of `Sec-Fetch-Dest` of a page that another page shows inside itself. */
const FRAMES = new Set(['iframe', 'frame', 'fencedframe', 'embed', 'object'])

/** Decides when the session in a browser's cookie counts, and writes that cookie. */
export type BrowserSessions = {
  /**
   * Whether one of this server's own pages sent the request. Browsers write `Origin` and `Sec-Fetch-Site`
   * themselves, so another site cannot forge them. Another port of the same host is another origin.
   */
  isOwnPage: (request: IncomingMessage) => boolean
  /** Whether another page shows the requested page inside itself. */
  isFramed: (request: IncomingMessage) => boolean
  /**
   * Returns the session token for a page: a load from any site, which shows data to its reader alone, unless it
   * is framed, and a form of our own pages. Null otherwise.
   */
  ofPage: (request: IncomingMessage) => string | null
  /** Returns the session token for a read page that pages of this origin may show inside themselves. Null otherwise. */
  ofFrame: (request: IncomingMessage) => string | null
  /**
   * Adds the session of the cookie to credentials without another one. It counts at `/graphql`, `/uploads` and
   * `/imports` alone, for fetches, forms, event streams and sockets of our own pages.
   */
  withSession: (credentials: Credentials, request: IncomingMessage) => Credentials
  /** Returns the `Set-Cookie` that stores a session token. Null removes it. */
  cookie: (request: IncomingMessage, token: string | null) => string
}

/**
 * Creates the one decision about the session cookie. `originOf` returns the base URL of this server for a
 * request. With `pinned` that URL is fixed, and a request of our own pages has its origin. Otherwise its host
 * must be that of the request.
 */
export function createBrowserSessions(
  originOf: (request: IncomingMessage) => string,
  pinned: boolean,
): BrowserSessions {
  const siteOf = (request: IncomingMessage) => new URL(originOf(request))
  const tokenOf = (request: IncomingMessage) => storedToken(request, () => siteOf(request))
  const isOwnPage = (request: IncomingMessage) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin === undefined) return site === 'same-origin' && isRead(request)
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
    const part = pinned ? 'origin' : 'host'
    return new URL(origin)[part] === siteOf(request)[part]
  }
  return {
    isOwnPage,
    isFramed,
    ofPage: (request) =>
      !isFramed(request) && (isRead(request) || isOwnPage(request)) ? tokenOf(request) : null,
    ofFrame: (request) =>
      isRead(request) && (!isFramed(request) || isOwnPage(request)) ? tokenOf(request) : null,
    withSession(credentials, request) {
      if (request.headers.cookie === undefined || !takesSession(request.url)) return credentials
      if (credentials.apiKey !== undefined || credentials.authorization !== undefined) return credentials
      const token = isOwnPage(request) ? tokenOf(request) : null
      return token === null ? credentials : { ...credentials, authorization: `Bearer ${token}` }
    },
    cookie(request, token) {
      const { name, isSecure } = cookieOf(siteOf(request))
      const age = token === null ? 0 : SESSION_MAX_S
      return `${name}=${token ?? ''}; Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax; Max-Age=${age}`
    },
  }
}

/**
 * Returns the session token in the cookie of a site. Null without one, beside another credential, and for a
 * cookie that is sent twice.
 */
function storedToken({ headers }: IncomingMessage, siteOf: () => URL): string | null {
  const { cookie, authorization, 'api-key': key, api_key: alias } = headers
  if (cookie === undefined || [authorization, key, alias].some((sent) => sent !== undefined)) return null
  const token = valueOfCookie(cookie, cookieOf(siteOf()).name)
  return token !== null && looksLikeStoredSession(token) ? token : null
}

/** Returns the value of a cookie in a `Cookie` header. Null without it, and if it is sent twice. */
export function valueOfCookie(cookie: string, name: string): string | null {
  const start = `${name}=`
  const [value, ...others] = cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(start.length))
  return value !== undefined && others.length === 0 ? value : null
}

const isFramed = ({ headers }: IncomingMessage) => FRAMES.has(String(headers['sec-fetch-dest']))

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

const takesSession = (url = '') => /^\/(graphql|uploads|imports)\/?(\?|$)/.test(url)

/**
 * Returns a cookie of a site, by default that of the session. Its name contains an explicit port, because a cookie is
 * not bound to a port. Browsers store a `__Host-` cookie over https and on loopback hosts.
 */
export function cookieOf(
  { protocol, hostname, port }: URL,
  name = 'echolog',
): { name: string; isSecure: boolean } {
  const isSecure = protocol === 'https:' || isLoopback(hostname)
  return { name: `${isSecure ? '__Host-' : ''}${name}${port && `-${port}`}`, isSecure }
}

const isLoopback = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Logs a warning if browsers send the session of a base URL without encryption. */
export function warnOfPlainCookie(publicUrl: string, log: Logger): void {
  if (!cookieOf(new URL(publicUrl)).isSecure)
    log.warn(
      { publicUrl },
      'browsers send their session without encryption: set PUBLIC_URL to an https address',
    )
}
