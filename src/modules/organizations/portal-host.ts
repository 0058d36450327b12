import type { Transaction } from '../../db/database.ts'
import { invalidParam } from '../../lib/errors.ts'
import { isDomain, withoutFinalDot } from '../../lib/http/host.ts'

/**
 * Returns the host, with a port other than the default, at which a portal address serves an organization at the root.
 * Null for an address with a path, which only makes links.
 */
export function portalHostOf(portalUrl: string | null): string | null {
  if (portalUrl === null) return null
  const { host, pathname } = new URL(portalUrl)
  return pathname === '/' ? withoutFinalDot(host.toLowerCase()) : null
}

/**
 * Checks that no other organization has a host. A unique index decides between two at once.
 * @throws AppError INVALID_PARAM
 */
export async function assertFreeHost(tx: Transaction, organizationId: number, host: string): Promise<void> {
  const owner = await tx
    .selectFrom('organizations')
    .select('id')
    .where('portalHost', '=', host)
    .where('id', '<>', organizationId)
    .executeTakeFirst()
  if (owner) throw hostTaken()
}

/** The host of a portal belongs to another organization. */
export const hostTaken = () => invalidParam('portalUrl', 'has a host that another organization uses')

/**
 * Checks that an address at which a portal is served is not one of this server, whose pages it would hide: neither that
 * of the public URL nor one that exists only in a local network.
 * @throws AppError INVALID_PARAM
 */
export function assertOwnHost(portalUrl: string | null | undefined, publicUrl: string): void {
  if (!portalUrl || !URL.canParse(portalUrl)) return
  const host = portalHostOf(portalUrl)
  if (host === null) return
  if (host === withoutFinalDot(new URL(publicUrl).host.toLowerCase()))
    throw invalidParam('portalUrl', 'cannot be the address of this server')
  if (!isDomain(host)) throw invalidParam('portalUrl', 'needs a domain name')
}
