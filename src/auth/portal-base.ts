import type { OrganizationVisibility } from '../db/generated/tables.ts'

/** Columns of an organization that determine its portal's address. */
export type PortalAddress = {
  slug: string
  /** The organization's own address of its portal. Null selects a path of this server. */
  portalUrl: string | null
}

/** An organization as its public pages need it before a caller is known. */
export type Portal = PortalAddress & {
  id: number
  visibility: OrganizationVisibility
  anonymousVotes: boolean
  anonymousPosts: boolean
}

/**
 * Returns the base URL of an organization's portal, without a trailing slash: its own `portalUrl`, else
 * `PUBLIC_URL/@<slug>` (contract 3). Slugs of posts are unique in one organization only, so that every link
 * contains its base.
 */
export function portalBase({ slug, portalUrl }: PortalAddress, site: { readonly publicUrl: string }): string {
  return portalUrl ?? `${site.publicUrl}/@${slug}`
}

/** Returns the columns of a row that determine its portal's address. */
export const portalOf = ({ slug, portalUrl }: PortalAddress): PortalAddress => ({ slug, portalUrl })
