import { isIPv4, isIPv6 } from 'node:net'
import { wordsOf } from './address-rules.ts'

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Returns the first 48 bits of an IPv6 address, which a customer of a provider may have as a whole (RFC 6177). Null for
 * any other address.
 */
export function siteOf(address: string): string | null {
  if (!isIPv6(address) || MAPPED_V4.test(address)) return null
  return `${wordsOf(address).slice(0, 3).join(':')}::/48`
}

/**
 * Returns the key of limits per network: an IPv4 address, or the first 64 bits of an IPv6 address. One
 * customer has all addresses of such a network (RFC 6177). All other texts share one key.
 */
export function networkOf(address: string): string {
  const v4 = MAPPED_V4.exec(address)?.[1] ?? address
  if (isIPv4(v4)) return v4
  return isIPv6(address) ? `${wordsOf(address).slice(0, 4).join(':')}::/64` : 'unknown'
}
