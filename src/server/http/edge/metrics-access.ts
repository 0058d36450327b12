import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Site } from '../../../auth/session-token.ts'
import { isLoopbackHost } from '../../../lib/http/address-rules.ts'
import { AppError, forbidden } from '../../../lib/errors.ts'

/** Refuses who may not read `/metrics` on the port of the service. @throws AppError UNAUTHORIZED, FORBIDDEN, NOT_FOUND */
export type MetricsAccess = (headers: IncomingHttpHeaders) => void

export type MetricsSettings = {
  metricsPort: number | null
  metricsToken: string | null
  /** Whether trusted proxies are configured. */
  hasProxies: boolean
}

/** What proxies add to a request (RFC 7239 and its predecessors). */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host']

/**
 * Opens `/metrics` on the port of the service to the bearer of the token, or without one where only this machine reaches
 * the server and no proxy stands before it; to nobody where the metrics have a port of their own.
 */
export function createMetricsAccess(
  { metricsPort, metricsToken, hasProxies }: MetricsSettings,
  site: Site,
): MetricsAccess {
  return (headers) => {
    if (metricsPort !== null) throw new AppError('NOT_FOUND', 'Metrics are served on METRICS_PORT')
    const isPublic =
      hasProxies ||
      !isLoopbackHost(new URL(site.publicUrl).hostname) ||
      FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
    if (metricsToken === null && isPublic)
      throw forbidden('Metrics are closed on a public server: set METRICS_PORT or METRICS_TOKEN')
    assertMetricsToken(headers, metricsToken)
  }
}

/** Refuses who does not send the token, if there is one. @throws AppError UNAUTHORIZED */
export function assertMetricsToken({ authorization = '' }: IncomingHttpHeaders, token: string | null): void {
  const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  if (token === null || timingSafeEqual(digest(given), digest(token))) return
  const details = { challenge: 'Bearer realm="metrics"' }
  throw new AppError('UNAUTHORIZED', 'Send METRICS_TOKEN as a bearer token', { details })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
