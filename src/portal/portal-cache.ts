import { hash } from 'node:crypto'
import { FairCache } from '../lib/concurrency/fair-cache.ts'
import { textOf } from '../lib/graphql-client/graphql.ts'
import type { MadePage } from './make-page.ts'
import type { Run } from './portal-visit.ts'
import { createReadyPages } from './ready-pages.ts'

/** A response of the portal, with its strong entity tag, and compressed once a client has accepted that. */
export type CachedPage = MadePage & { tag: string; brotli: Promise<Buffer> | null }

type Entry = { revision: string; page: CachedPage }
type Answer = { revision: string; data: unknown }

/** An organization, and its revision if the request has read it already. */
type Owner = { organizationId: number; revision: string | null }

/** Size of all pages, and of all answers that pages share, in bytes. */
const MAX_BYTES = 24_000_000
const MAX_SHARED_BYTES = 8_000_000

/**
 * Creates the cache of pages for visitors, and of the answers from which several pages are made. It is strictly
 * consistent: both are stored with the revision of their organization from before they were made, and served only while
 * the revision is unchanged. No organization pushes out the pages of others.
 */
export function createPortalCache(revisions: { of: (organizationId: number) => Promise<string> }) {
  const pages = new FairCache<Entry>(MAX_BYTES)
  const sharing = createSharing()
  const findPresent = (organizationId: number, key: string, revision: string) => {
    const cached = pages.get(organizationId, key)
    return cached?.revision === revision ? cached.page : null
  }
  return {
    ready: createReadyPages(findPresent),
    /**
     * Returns a page, and makes it if its organization has changed. `key` is all that it depends on. `make` gets the
     * function that shares the answers of a runner for visitors.
     */
    async fetch(
      { organizationId, revision: read }: Owner,
      key: string,
      make: (share: (run: Run) => Run) => Promise<MadePage>,
    ): Promise<CachedPage> {
      const revision = read ?? (await revisions.of(organizationId))
      const present = findPresent(organizationId, key, revision)
      if (present) return present
      const made = await make(sharing(organizationId, revision))
      const page = { ...made, tag: tagOf(made.body), brotli: null }
      if (made.status === 200) pages.set(organizationId, key, { revision, page }, sizeOf(page, key))
      return page
    },
  }
}

/** Bytes of an entry. The compressed form, which comes later, is less than half as large. */
const sizeOf = ({ body }: CachedPage, key: string) => Math.ceil(body.length * 1.5) + key.length

/** Returns the function that makes a runner which stores answers with the revision of an organization. */
function createSharing() {
  const answers = new FairCache<Answer>(MAX_SHARED_BYTES)
  return (organizationId: number, revision: string) =>
    (run: Run): Run =>
    async (document, variables) => {
      const key = `${JSON.stringify(variables)} ${textOf(document)}`
      const cached = answers.get(organizationId, key)
      if (cached?.revision === revision) return cached.data as never
      const data = await run(document, variables)
      answers.set(organizationId, key, { revision, data }, key.length + JSON.stringify(data).length)
      return data
    }
}

const tagOf = (body: Buffer) => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Cache of the pages for visitors. */
export type PortalCache = ReturnType<typeof createPortalCache>
