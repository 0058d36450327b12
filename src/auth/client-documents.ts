import type { CustomFetch } from 'openid-client'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import { guardedFetch } from './openid/guarded-fetch.ts'
import type { VisitorThrottle } from './visitor-throttle.ts'

/** Limits of the fetch of a document. */
export const DOCUMENT_LIMITS = { withinMs: 5_000, maxBytes: 65_536 }
/** Maximum characters of all cached documents and their addresses. */
const MAX_CACHED = 4_000_000
const FAILED_MS = 60_000
const MIN_LIFETIME_S = 300
const MAX_LIFETIME_S = 24 * 3600

export type ClientDocuments = ReturnType<typeof createClientDocuments>

/** Text of a document. Null if it cannot be read. */
type Found = { url: string; text: string | null; ttlMs: number }

/**
 * Reads JSON documents of OAuth clients at public addresses. They are cached for 5 minutes to 24 hours by their
 * `Cache-Control`, failures for a minute, and all of them within 4 MB. A fetch ends after 5 s or 64 kB, and no
 * redirect is followed. A network causes at most 10 fetches a minute.
 */
export function createClientDocuments(
  throttle: Pick<VisitorThrottle, 'count'>,
  fetchPublic: CustomFetch = guardedFetch(new Set(), DOCUMENT_LIMITS),
) {
  const cache = promiseCache<Found>({
    maxSize: MAX_CACHED,
    sizeOf: ({ url, text }) => 2 * url.length + (text?.length ?? 0) + 1,
    ttlMs: ({ ttlMs }) => ttlMs,
  })
  return {
    /**
     * Returns the value of the document at a URL, null if it cannot be read. `address` is that of the request.
     * @throws AppError RATE_LIMITED
     */
    async find(url: string, address: string): Promise<unknown> {
      const { text } = await cache.fetch(url, async () => {
        await throttle.count('documents', { organizationId: 0, address })
        return read(url, fetchPublic)
      })
      return text === null ? null : JSON.parse(text)
    },
  }
}

async function read(url: string, fetchPublic: CustomFetch): Promise<Found> {
  try {
    const headers = { accept: 'application/json' }
    const answer = await fetchPublic(url, { method: 'GET', headers, body: null, redirect: 'manual' })
    const type = answer.headers.get('content-type') ?? ''
    if (answer.status !== 200 || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) return failure(url)
    const text = await answer.text()
    JSON.parse(text)
    return { url, text, ttlMs: 1000 * lifetimeOf(answer.headers.get('cache-control') ?? '') }
  } catch {
    return failure(url)
  }
}

const failure = (url: string): Found => ({ url, text: null, ttlMs: FAILED_MS })

/** Returns the lifetime of a document in seconds (RFC 9111 section 5.2). */
function lifetimeOf(cacheControl: string): number {
  const [, age] = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(cacheControl) ?? []
  const isFresh = age !== undefined && !/no-(store|cache)/i.test(cacheControl)
  return isFresh ? Math.min(MAX_LIFETIME_S, Math.max(MIN_LIFETIME_S, Number(age))) : MIN_LIFETIME_S
}
