import type { ServerOptions } from 'node:http'
import type { Limits } from '../../../lib/http/server-limits.ts'

const OFTEN_MS = 1_000
/** Margin of the request timeout in milliseconds, so that a late body is rejected first. */
const MARGIN_MS = 1_000
const KEEP_ALIVE_MS = 65_000

/** Returns HTTP server options that close connections whose requests do not arrive in time. */
export function httpTimeouts({ headersTimeout, bodyTimeout }: Limits): ServerOptions {
  return {
    headersTimeout,
    requestTimeout: headersTimeout + bodyTimeout + MARGIN_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(OFTEN_MS, Math.ceil(headersTimeout / 4)),
  }
}

/** Returns the options of a server whose listener rejects requests without the header `Host` itself. */
export function publicOptions(limits: Limits): ServerOptions {
  return { ...httpTimeouts(limits), requireHostHeader: false }
}
