import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Portal } from '../auth/portal-base.ts'
import { isDomain, withoutFinalDot } from '../lib/http/host.ts'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import type { PortalTools } from './visit/portal-tools.ts'

/** How long a host may still lead to the organization that had it, in milliseconds. */
const HOST_TTL_MS = 1000
const MAX_HOSTS = 1000

/**
 * Returns the portal that a request's own host serves at the root. Null on the host of the public URL and on one that
 * is no domain name, at once and without a promise, and for a promise of null on an unknown host.
 */
export type FindByHost = (request: IncomingMessage) => Promise<Portal | null> | null

/** Creates the look-up of own hosts. With a path in the public URL there are none. */
export function createFindByHost({ findPortal, site }: Pick<PortalTools, 'findPortal' | 'site'>): FindByHost {
  const hosts = promiseCache<Portal | null>({ max: MAX_HOSTS, ttlMs: HOST_TTL_MS })
  let current = { publicUrl: '', host: '', isRoot: false }
  return ({ headers }) => {
    const { publicUrl } = site
    if (current.publicUrl !== publicUrl)
      current = { publicUrl, host: new URL(publicUrl).host, isRoot: hasRoot(publicUrl) }
    const sent = headers.host?.toLowerCase()
    if (!current.isRoot || !sent || sent.length > MAX_HOST || sent === current.host) return null
    const host = withoutFinalDot(sent)
    // No organization has a host that is not a domain.
    if (!isDomain(host)) return null
    return hosts.fetch(host, () => findPortal({ portalHost: host }))
  }
}

/** Longer than every host with its port. */
const MAX_HOST = 260

/** Whether this server has the portal, which needs the root of its address. */
export const hasRoot = (publicUrl: string): boolean => new URL(publicUrl).pathname === '/'

/** Logs a line if there are no console and no portals, because the public URL has a path. */
export function warnOfPath(publicUrl: string, log: Logger): void {
  if (!hasRoot(publicUrl))
    log.warn({ publicUrl }, 'the console and the portals are off: they need a PUBLIC_URL without a path')
}

/** Returns a path with the text of a segment encoded. */
export const pathTo = (base: string, ...segments: (string | number)[]): string =>
  [base, ...segments.map((segment) => encodeURIComponent(segment))].join('/')

/** Returns the path with the parameters that have a value. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | null | undefined>,
): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    value == null || value === '' ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? path || '/' : `${path || '/'}?${new URLSearchParams(entries).toString()}`
}
