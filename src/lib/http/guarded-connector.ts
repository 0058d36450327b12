import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { isAllowedHost, isPublicAddress } from './address-rules.ts'
import { undici } from './load-undici.ts'

/** A connection was not opened because its target is not public. */
export class AddressRefused extends Error {
  constructor(host: string, addresses: string[] = []) {
    super(
      addresses.length > 0
        ? `${host} resolves to ${addresses.join(', ')}, which is not a public address`
        : `${host} is not a public address`,
    )
  }
}

/**
 * Returns a connector for undici that opens sockets to public addresses only (contract 6). It fails with
 * `AddressRefused` otherwise. A name is resolved once per socket, which connects only to the addresses that
 * were checked. This prevents DNS rebinding. `allowedHosts` are the operator's exceptions, as for
 * `isAllowedHost`. `timeoutMs` bounds resolving, connecting and the TLS handshake together.
 */
export function guardedConnector(options: {
  allowedHosts: ReadonlySet<string>
  lookup?: LookupFunction
  timeoutMs?: number
}): buildConnector.connector {
  const { allowedHosts, lookup = systemLookup, timeoutMs: timeout } = options
  const connectorOf = (lookup: LookupFunction) =>
    undici().buildConnector({ timeout, lookup } as buildConnector.BuildOptions)
  let connectAnywhere: buildConnector.connector | undefined
  let connectPublic: buildConnector.connector | undefined
  return (target, callback) => {
    connectAnywhere ??= connectorOf(lookup)
    connectPublic ??= connectorOf(publicLookup(lookup))
    const { hostname, protocol, host = hostname } = target
    if (isAllowedHost(new URL(`${protocol}//${host}`), allowedHosts)) return connectAnywhere(target, callback)
    // Node connects to a literal address without a lookup.
    if (isIP(hostname) && !isPublicAddress(hostname)) return callback(new AddressRefused(hostname), null)
    return connectPublic(target, callback)
  }
}

/** Returns a lookup that filters the results of `lookup` for public addresses. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, [])
      const addresses: LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: family ?? isIP(found) }] : found
      const open = addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = open
      if (!first)
        return callback(
          new AddressRefused(
            hostname,
            addresses.map(({ address }) => address),
          ),
          [],
        )
      if (options.all) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }
}
