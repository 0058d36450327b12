import type { IncomingHttpHeaders, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { compressPage } from './compressed.ts'
import type { CachedPage } from './portal-cache.ts'

/** A page that was sent to a visitor without a cookie, and how to send it again. */
export type ReadyPage = {
  organizationId: number
  /** Key of the page in the cache of pages, and the tag that it had there. */
  key: string
  cachedTag: string
  /** The tag that was sent, which is another one for a compressed page. */
  tag: string
  isBrotli: boolean
  /** Names and values of its headers, without those of one request alone. */
  headers: string[]
  route: string | null
}

/** Returns a page of the cache that is still that of a revision. Null without one. */
type FindPresent = (organizationId: number, key: string, revision: string) => CachedPage | null

const MAX_PAGES = 4000
/** Addresses and headers of visitors are shorter. Longer ones would fill the memory. */
const MAX_ADDRESS = 300
const OF_ONE_REQUEST = new Set(['x-request-id', 'ratelimit'])

/**
 * Creates the list of pages that are ready to be sent again without routing. It contains no bodies: those are in the
 * cache of pages.
 */
export function createReadyPages(findPresent: FindPresent) {
  const pages = new LRUCache<string, ReadyPage>({ max: MAX_PAGES })
  return {
    find: (address: string): ReadyPage | undefined => pages.get(address),
    /** Adds a page with the headers of its response, which are complete but for its length. */
    add(
      address: string,
      page: Omit<ReadyPage, 'headers' | 'tag' | 'isBrotli'>,
      response: ServerResponse,
    ): void {
      const tag = String(response.getHeader('ETag'))
      const isBrotli = response.hasHeader('Content-Encoding')
      pages.set(address, { ...page, tag, isBrotli, headers: headersOf(response) })
    },
    /** Returns the body of a page at a revision, compressed if it was sent so. Null if it has changed. */
    bodyOf(
      { organizationId, key, cachedTag, isBrotli }: ReadyPage,
      revision: string,
    ): Buffer | Promise<Buffer> | null {
      const present = findPresent(organizationId, key, revision)
      if (present?.tag !== cachedTag) return null
      return isBrotli ? (present.brotli ??= compressPage(present.body)) : present.body
    },
  }
}

/** Pages that are ready to be sent again. */
export type ReadyPages = ReturnType<typeof createReadyPages>

/**
 * Returns all of a request that a page of a portal depends on, for visitors without a cookie. Null for every other
 * request.
 */
export function addressOf(url: string, headers: IncomingHttpHeaders): string | null {
  if (!url.startsWith('/@') || headers.cookie !== undefined) return null
  const address = `${url}\n${headers['accept-language'] ?? ''}\n${headers['accept-encoding'] ?? ''}`
  return address.length > MAX_ADDRESS ? null : address
}

function headersOf(response: ServerResponse): string[] {
  const names = response.getHeaderNames().filter((name) => !OF_ONE_REQUEST.has(name))
  return names.flatMap((name) => valuesOf(response.getHeader(name)).flatMap((value) => [name, value]))
}

const valuesOf = (header: OutgoingHttpHeader | undefined) => [header ?? []].flat().map(String)
