import { LRUCache } from 'lru-cache'
import type { Portal } from '../auth/portal-base.ts'

/** A portal, and the revision of its organization from before it was read. Null if that is not known. */
export type FoundPortal = { portal: Portal; revision: string | null }

type Sources = {
  findPortal: (slug: string) => Promise<Portal | null>
  revisions: { of: (organizationId: number) => Promise<string> }
}

const MAX_PORTALS = 2000

/**
 * Creates the look-up of portals by their slug. It is strictly consistent: a portal is read once for each revision of
 * its organization, which changes with every setting.
 */
export function createFindBySlug({ findPortal, revisions }: Sources) {
  const stored = new LRUCache<string, FoundPortal>({ max: MAX_PORTALS })
  return async (sent: string): Promise<FoundPortal | null> => {
    const slug = sent.toLowerCase()
    const cached = stored.get(slug)
    // A server that cannot read revisions, such as a read-only one, finds portals nevertheless.
    const revision = cached ? await revisions.of(cached.portal.id).catch(() => null) : null
    if (cached && revision !== null && cached.revision === revision) return cached
    const portal = await findPortal(slug)
    if (!portal) {
      stored.delete(slug)
      return null
    }
    // An organization that has replaced the former one has another revision.
    const found = { portal, revision: portal.id === cached?.portal.id ? revision : null }
    stored.set(slug, found)
    return found
  }
}

/** Returns a portal by its slug, with the revision of its organization if that is read. Null if there is none. */
export type FindBySlug = ReturnType<typeof createFindBySlug>
