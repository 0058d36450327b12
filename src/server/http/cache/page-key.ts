import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** Addresses and headers of visitors are shorter. Longer ones would fill the memory. */
const MAX_ADDRESS = 300

/**
 * Returns all of a request that a page of a portal depends on, for visitors without a cookie. Null for every other
 * request.
 */
export function pageKey({ method, url = '', headers }: IncomingMessage): string | null {
  return method === 'GET' ? addressOf(url, headers) : null
}

/** Returns the key of a page at an address below the public URL, as `pageKey` does. */
export function addressOf(url: string, headers: IncomingHttpHeaders): string | null {
  if (!url.startsWith('/@') || headers.cookie !== undefined) return null
  const address = `${url}\n${headers['accept-language'] ?? ''}\n${headers['accept-encoding'] ?? ''}`
  return address.length > MAX_ADDRESS ? null : address
}
