import { networkOf, siteOf } from '../../lib/http/network-of.ts'
import type { Caller } from '../caller.ts'
import { ORGANIZATION } from './bucket.ts'

/** The credential or network that spends units, and the group whose units it also spends. */
export type Payer = { credential: string; group: string | null }

/**
 * Returns who spends the units of a request: the credential and its organization, or without a credential the network
 * of the address and, for IPv6, that of its site.
 */
export function payerOf({ credential, organizationId }: Caller, address: string): Payer {
  if (credential !== null)
    return { credential, group: organizationId === null ? null : `${ORGANIZATION}${organizationId}` }
  const site = siteOf(address)
  return { credential: `network:${networkOf(address)}`, group: site === null ? null : `network:${site}` }
}
