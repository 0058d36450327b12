import { literalAddress } from './address-rules.ts'

/** Returns a host without the final dot of a complete name (RFC 1034 section 3.1), which names the same host. */
export const withoutFinalDot = (host: string): string => host.replace(/\.(?=$|:\d+$)/, '')

/**
 * Whether a host, with or without a port, is a domain name: neither an IP address nor a name that exists only in a
 * local network.
 */
export function isDomain(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return literalAddress(name) === null && !/^[^.]+$|\.localhost$/.test(name)
}
