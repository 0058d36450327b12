import { portalBase, type Portal } from '../../../auth/portal-base.ts'

/** The organization to which a person signs in. */
export type SignInPortal = Pick<Portal, 'id' | 'slug' | 'portalUrl'> & { portalHost: string | null }

type Site = { readonly publicUrl: string }

/**
 * Returns the base of a portal on the host of a path: that of the public URL has its portals at `/@<slug>`. The cookie
 * of a session is bound to its host.
 */
export function baseOfPath({ portalHost, ...portal }: SignInPortal, path: string, site: Site): string {
  const isOwnHost = portalHost !== null && !path.startsWith('/@')
  return portalBase(isOwnHost ? portal : { ...portal, portalUrl: null }, site)
}

/** Returns the address to which a provider leads back at the base of a portal, or at that of the installation. */
export const callbackUrl = (base: string): string => `${base}/sign-in/callback`

/** Returns the addresses to which providers lead back to a portal: on its own host, and on that of the public URL. */
export const callbackUrls = (portal: Omit<SignInPortal, 'id'>, site: Site): string[] =>
  [...(portal.portalHost === null ? [] : ['/']), '/@'].map((path) =>
    callbackUrl(baseOfPath({ ...portal, id: 0 }, path, site)),
  )
