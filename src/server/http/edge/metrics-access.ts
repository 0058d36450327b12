import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Site } from '../../../auth/session-token.ts'
import { isPublicServer } from '../../../lib/http/is-public-server.ts'
import { AppError, forbidden } from '../../../lib/errors.ts'

/**
 * Checks the access to `/metrics` on the port of the service. @throws AppError UNAUTHORIZED, FORBIDDEN,
 * NOT_FOUND
 */
export type MetricsAccess = (headers: IncomingHttpHeaders) => void

type MetricsSettings = {
  metricsPort: number | null
  metricsToken: string | null
  /** Whether trusted proxies are configured. */
  hasProxies: boolean
}

/** Headers that proxies add to a request (RFC 7239 and its predecessors). */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host']

/**
 * Restricts `/metrics` on the port of the service to the bearer of the token. Without a token, only a server
 * on a loopback address without a proxy serves it. With a separate port, this one never does.
 */
export function createMetricsAccess(
  { metricsPort, metricsToken, hasProxies }: MetricsSettings,
  site: Site,
): MetricsAccess {
  return (headers) => {
    if (metricsPort !== null) throw new AppError('NOT_FOUND', 'Metrics are served on METRICS_PORT')
    const isPublic =
      isPublicServer(site.publicUrl, hasProxies) ||
      FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
    if (metricsToken === null && isPublic)
      throw forbidden('Metrics are closed on a public server: set METRICS_PORT or METRICS_TOKEN')
    assertMetricsToken(headers, metricsToken)
  }
}

/** Checks the bearer token, if one is required. @throws AppError UNAUTHORIZED */
export function assertMetricsToken({ authorization = '' }: IncomingHttpHeaders, token: string | null): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  if (token === null || timingSafeEqual(digest(given), digest(token))) return
  const details = { challenge: 'Bearer realm="metrics"' }
  throw new AppError('UNAUTHORIZED', 'Send METRICS_TOKEN as a bearer token', { details })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
