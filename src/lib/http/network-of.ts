import { isIPv4, isIPv6 } from 'node:net'
import { wordsOf } from './address-rules.ts'

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, of which one customer has all
 * (RFC 6177). What is no address counts as one and the same.
 */
export function networkOf(address: string): string {
  const v4 = MAPPED_V4.exec(address)?.[1] ?? address
  if (isIPv4(v4)) return v4
  return isIPv6(address) ? `${wordsOf(address).slice(0, 4).join(':')}::/64` : 'unknown'
}
