import { DEFAULT_LIMITS, type Limits } from '../lib/http/server-limits.ts'
import type { Reader } from './reader.ts'

/** Network settings: trusted proxies, limits of connections and access to metrics. */
export type EdgeSettings = {
  /**
   * Addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted, or the number of
   * proxies.
   */
  trustedProxies: string[] | number
  limits: Limits
  /** Port that serves only `/metrics`, or null. */
  metricsPort: number | null
  /** Bearer token required for `/metrics`, or null. */
  metricsToken: string | null
}

/** Reads the network settings, and adds their problems to `problems`. */
export function readEdgeSettings(read: Reader, problems: string[]): EdgeSettings {
  const metricsPort = read.integer('METRICS_PORT', 0, 0, 65_535)
  const metricsToken = read.text('METRICS_TOKEN', '')
  if (metricsToken !== '' && !/^[\w.~+/=-]{16,}$/.test(metricsToken))
    problems.push('METRICS_TOKEN must be at least 16 letters, digits or any of -._~+/=')
  return {
    trustedProxies: read.proxies('TRUSTED_PROXIES'),
    metricsPort: metricsPort || null,
    metricsToken: metricsToken || null,
    limits: {
      headersTimeout: read.duration('HEADERS_TIMEOUT', DEFAULT_LIMITS.headersTimeout),
      bodyTimeout: read.duration('BODY_TIMEOUT', DEFAULT_LIMITS.bodyTimeout),
      responseTimeout: read.duration('RESPONSE_TIMEOUT', DEFAULT_LIMITS.responseTimeout),
      socketInitTimeout: read.duration('SOCKET_INIT_TIMEOUT', DEFAULT_LIMITS.socketInitTimeout),
      connections: read.integer('MAX_CONNECTIONS', DEFAULT_LIMITS.connections, 1, 1_000_000),
      connectionsPerAddress: read.integer(
        'MAX_CONNECTIONS_PER_ADDRESS',
        DEFAULT_LIMITS.connectionsPerAddress,
        1,
        1_000_000,
      ),
      anonymousSocketsPerAddress: read.integer(
        'MAX_ANONYMOUS_SOCKETS_PER_ADDRESS',
        DEFAULT_LIMITS.anonymousSocketsPerAddress,
        1,
        1_000_000,
      ),
      messageBytes: read.integer('MAX_MESSAGE_BYTES', DEFAULT_LIMITS.messageBytes, 1_024, 67_108_864),
      anonymousMessageBytes: read.integer(
        'MAX_ANONYMOUS_MESSAGE_BYTES',
        DEFAULT_LIMITS.anonymousMessageBytes,
        1_024,
        67_108_864,
      ),
    },
  }
}
