import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * IPv4 blocks without public hosts: this network, private, shared, loopback, the platform of Azure (which its machines
 * reach at a public address), link-local (metadata services), reserved, multicast (RFC 6890).
 */
const V4_BLOCKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/**
 * Non-public blocks of 2000::/3, which contains all public IPv6 addresses: protocol assignments with Teredo,
 * documentation, 6to4.
 */
const V6_BLOCKS = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

/** Prefixes of IPv6 addresses with an IPv4 address in the last 32 bits: IPv4-mapped and NAT64 (RFC 6052). */
const V4_CARRIERS = ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:']

const closed = new BlockList()
for (const [network, bits] of V4_BLOCKS) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of V6_BLOCKS) closed.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether a text is a public IP address, v4 or v6 in any notation. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  const words = wordsOf(address)
  const carrier = V4_CARRIERS.find((prefix) => words.join(':').startsWith(prefix))
  if (carrier) return isPublicAddress(lastV4(words))
  return global.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Returns the IP address in a URL's host, as formatted by `URL.hostname`. Null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIPv4(bare) || isIPv6(bare) ? bare : null
}

/** Whether a URL's host is a loopback address or a `localhost` name (RFC 6761). */
export function isLoopbackHost(hostname: string): boolean {
  const address = literalAddress(hostname)
  if (address === null) return /(^|\.)localhost\.?$/i.test(hostname)
  if (isIPv4(address)) return address.startsWith('127.')
  const words = wordsOf(address)
  const text = words.join(':')
  return (
    text === '0:0:0:0:0:0:0:1' || (text.startsWith(V4_CARRIERS[0] ?? '') && lastV4(words).startsWith('127.'))
  )
}

/**
 * Whether an operator's list of hosts contains a URL's host. An entry is `host`, for every port, or
 * `host:port`, in lower case. An IPv6 address may have brackets.
 */
export function isAllowedHost(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  if (allowedHosts.size === 0) return false
  const { hostname, protocol } = url
  const port = url.port || (protocol === 'https:' ? '443' : '80')
  return [hostname, `${hostname}:${port}`, literalAddress(hostname) ?? hostname].some((host) =>
    allowedHosts.has(host),
  )
}

/** Returns the eight groups of an IPv6 address in hexadecimal without leading zeros. */
export function wordsOf(address: string): string[] {
  // The URL parser reads every notation except zones and normalizes it.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function lastV4(words: string[]): string {
  return words
    .slice(-2)
    .map((word) => parseInt(word, 16))
    .flatMap((word) => [word >> 8, word & 255])
    .join('.')
}
