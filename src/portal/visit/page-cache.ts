import type { ServerResponse } from 'node:http'
import type { Run } from './visit.ts'

/** A response of the portal, which a handler has made. */
export type MadePage = { status: number; type: string; body: Buffer; language: string; location?: string }

/** A response of the portal, with its strong entity tag, and compressed once a client has accepted that. */
export type CachedPage = MadePage & { tag: string; brotli: Promise<Buffer> | null }

/** A page that was sent: its key in the cache, the tag that it has there, and its route. */
export type SentPage = { organizationId: number; key: string; cachedTag: string; route: string | null }

/**
 * Cache of the pages for visitors. It is strictly consistent: a page is served only while the revision of its
 * organization is unchanged, and requests of one revision share the work.
 */
export type PageCache = {
  /**
   * Returns a page, and makes it if its organization has changed. `revision` is null if the request has not read it.
   * `key` is all that the page depends on. `make` gets the function that shares the answers of a runner for visitors.
   */
  fetch: (
    owner: { organizationId: number; revision: string | null },
    key: string,
    make: (share: (run: Run) => Run) => Promise<MadePage>,
  ) => Promise<CachedPage>
  /** Adds a page that is sent again at its address. The headers of its response are complete but for its length. */
  addSent: (page: SentPage, address: string, response: ServerResponse) => void
}
