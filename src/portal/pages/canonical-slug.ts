import { pathTo } from '../addresses.ts'
import type { PortalHandler } from '../visit/portal-visit.ts'

/**
 * Returns a handler that leads from a slug in capitals or in another Unicode form to the page with the stored slug. A
 * slug that exists as it is sent comes first.
 */
export const orCanonicalSlug =
  (handler: PortalHandler): PortalHandler =>
  async (visit) => {
    const page = await handler(visit)
    const { slug } = visit.params
    const canonical = slug?.normalize('NFKC').toLowerCase().normalize()
    if (page || canonical === undefined || canonical === slug) return page
    const found = await handler({ ...visit, params: { ...visit.params, slug: canonical } })
    if (!found) return null
    const [path = '', query] = visit.path.split('?', 2)
    const section = path.split('/').filter(Boolean).at(-2) ?? ''
    const redirect = pathTo(visit.base, section, canonical)
    return 'redirect' in found ? found : { redirect: query === undefined ? redirect : `${redirect}?${query}` }
  }
