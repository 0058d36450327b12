import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Revision, Revisions } from '../../../db/history/revisions.ts'
import { documentText } from '../../../lib/graphql-client/graphql.ts'
import type { CachedPage, PageCache, SentPage } from '../../../portal/visit/page-cache.ts'
import { compressPage } from '../../../lib/http/compressed.ts'
import type { Run } from '../../../portal/visit/visit.ts'
import { addressOf, pageKey } from './page-key.ts'
import type { RevisionCache } from './revision-cache.ts'

/** A page that was sent to a visitor without a cookie, and how to send it again. It contains no body. */
export type ReadyPage = SentPage & {
  /** The tag that was sent, which is another one for a compressed page. */
  tag: string
  isBrotli: boolean
  /** Names and values of its headers, without those of one request alone. */
  headers: string[]
}

/** Pages of visitors, as the portal makes them and as they are sent again without it. */
export type ReadyPages = PageCache & {
  /** Returns the page that a request was answered with before. */
  findReady: (request: IncomingMessage) => ReadyPage | undefined
  /** Returns the body of a page at a revision, compressed if it was sent so. Null if it has changed. */
  bodyOf: (page: ReadyPage, revision: Revision) => Buffer | Promise<Buffer> | null
}

const MAX_READY = 4000
const OF_ONE_REQUEST = new Set(['x-request-id', 'ratelimit'])

/** Creates the cache of pages for visitors, and of the answers from which several pages are made. */
export function createPageCache(cache: RevisionCache, revisions: Revisions): ReadyPages {
  const pages = cache.part<CachedPage>('page', sizeOf)
  const sharing = createSharing(cache)
  const ready = new LRUCache<string, ReadyPage>({ max: MAX_READY })
  return {
    async fetch({ organizationId, revision: read }, key, make) {
      const revision = read ?? (await revisions.of(organizationId))
      const compute = async () => {
        const made = await make(sharing(organizationId, revision))
        return { ...made, tag: tagOf(made.body), brotli: null }
      }
      return pages.fetch({ organizationId, key, revision }, compute, ({ status }) => status === 200)
    },
    addSent(page, address, response) {
      const found = addressOf(address, response.req.headers)
      if (found === null) return
      const tag = String(response.getHeader('ETag'))
      const isBrotli = response.hasHeader('Content-Encoding')
      ready.set(found, { ...page, tag, isBrotli, headers: headersOf(response) })
    },
    findReady(request) {
      const address = pageKey(request)
      return address === null ? undefined : ready.get(address)
    },
    bodyOf({ organizationId, key, cachedTag, isBrotli }, revision) {
      const present = pages.findPresent(organizationId, key, revision)
      if (present?.tag !== cachedTag) return null
      return isBrotli ? (present.brotli ??= compressPage(present.body)) : present.body
    },
  }
}

/** Bytes of a page. The compressed form, which comes later, is less than half as large. */
const sizeOf = ({ body }: CachedPage) => Math.ceil(body.length * 1.5)

/** Returns the function that makes a runner which shares answers of a revision of an organization. */
function createSharing(cache: RevisionCache) {
  const answers = cache.part<unknown>('answer', (data) => JSON.stringify(data).length)
  return (organizationId: number, revision: Revision) =>
    (run: Run): Run =>
    async (document, variables) => {
      const key = `${JSON.stringify(variables)} ${documentText(document)}`
      const data = await answers.fetch({ organizationId, key, revision }, () => run(document, variables))
      return data as never
    }
}

const tagOf = (body: Buffer) => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

function headersOf(response: ServerResponse): string[] {
  const names = response.getHeaderNames().filter((name) => !OF_ONE_REQUEST.has(name))
  return names.flatMap((name) => valuesOf(response.getHeader(name)).flatMap((value) => [name, value]))
}

const valuesOf = (header: OutgoingHttpHeader | undefined) => [header ?? []].flat().map(String)
