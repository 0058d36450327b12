import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { readCredentials } from '../../../rest-compat/credential.ts'
import { toErrorResponse } from '../../lib/http/error-body.ts'
import type { CacheWriter } from '../../../rest-compat/cache-writer.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Credentials } from '../../auth/identify.ts'
import { isConnectionError } from '../../db/connection-errors.ts'
import type { Revision, Revisions } from '../../db/revisions.ts'
import { unavailable } from '../../lib/errors.ts'
import { CORS_HEADERS } from './cors.ts'
import { PRIVATE } from './edge/response-headers.ts'
import type { HeaderList } from './edge/security-headers.ts'
import { measureRequest } from '../metrics/metrics.ts'
import { requestIdOf } from '../../lib/http/request-id.ts'

export type ResponseCacheOptions = {
  identify(credentials: Credentials): Promise<Caller>
  revisions: Revisions
  isDraining(): boolean
  /** Base URL of absolute links for the client, which responses may contain. */
  originOf(request: IncomingMessage): string
  /** Headers of every response. */
  secure: HeaderList
  /** Maximum size of the cached text in bytes. 0 disables the cache. */
  maxBytes: number
}

type CachedResponse = { revision: Revision; body: Buffer; link: string | null }

/** Headers that endpoints read, in both spellings. */
export const VARY_HEADERS = ['allow-private', 'allow_private']
/** Maximum number of requests recorded as seen once. */
const MAX_SEEN = 20_000

/**
 * Serves reads from a cache while nothing in their organization has changed. It is strictly consistent. A
 * response is stored with the revision of its organization from before it was computed. It is served only if
 * the revision, read after the request arrived, is unchanged. The cache key contains everything else that
 * affects a response: organization, visibility, scopes, origin of links, URL and headers. A response is
 * stored from the second request on, and only if its endpoint depends on the organization's data alone.
 */
export function withResponseCache(app: RequestListener, options: ResponseCacheOptions): RequestListener {
  const { identify, revisions, isDraining, originOf, secure, maxBytes } = options
  if (maxBytes === 0) return app
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  })
  const seenOnce = new LRUCache<string, true>({ max: MAX_SEEN })
  const headers = [...Object.entries(CORS_HEADERS), ...secure, ...PRIVATE, JSON_TYPE].flat()

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const caller = await identify(readCredentials(request))
    const organizationId = caller.organizationId ?? 0
    const key = cacheKey(caller, originOf(request), request)
    const cached = cache.get(key)
    if (cached) {
      if ((await revisions.of(organizationId)) === cached.revision)
        return sendCached(request, response, cached, headers)
    } else if (!seenOnce.has(key)) {
      seenOnce.set(key, true)
      return app(request, response)
    }
    const cacheWriter: CacheWriter = {
      revision: () => revisions.of(organizationId),
      store: (revision, body, link) => void cache.set(key, { revision, body, link }),
    }
    Object.assign(response, { locals: { cacheWriter } })
    app(request, response)
  }
  return (request, response) => {
    if (!isCacheableRequest(request) || isDraining()) return app(request, response)
    // On any error, falls through to the application.
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return
      // The application would read the database again and make the client wait twice.
      if (isConnectionError(error)) sendRefusal(request, response, headers)
      else app(request, response)
    })
  }
}

/**
 * Whether a request is a GET of the REST API with only an API key or only an access token. A user's view
 * depends on more data.
 */
function isCacheableRequest({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || !url.startsWith('/api/v3/')) return false
  const { authorization } = headers
  const hasKey = headers['api-key'] !== undefined || headers.api_key !== undefined
  return hasKey ? authorization === undefined : /^Bearer foot_/i.test(authorization ?? '')
}

function cacheKey(
  { organizationId, portalUrl, authority, install, scopes, actorId, role }: Caller,
  origin: string,
  request: IncomingMessage,
) {
  const visibility = install ? [install.id, actorId, role, ...(scopes ?? [])] : []
  return [
    organizationId,
    portalUrl,
    authority,
    visibility,
    origin,
    ...VARY_HEADERS.map((name) => request.headers[name] ?? ''),
    request.url,
  ].join('\n')
}

function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  { body, link }: CachedResponse,
  headers: string[],
): void {
  write(request, response, 200, body, link === null ? headers : [...headers, 'Link', link])
}

function sendRefusal(request: IncomingMessage, response: ServerResponse, common: string[]): void {
  const { status, headers, body } = toErrorResponse(unavailable())
  const text = Buffer.from(JSON.stringify(body))
  write(request, response, status, text, [...common, ...Object.entries(headers).flat()])
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: string[],
): void {
  measureRequest(
    Object.assign(request, { originalUrl: request.url }) as Request,
    response as Response,
    () => {},
  )
  response.writeHead(status, [
    'X-Request-Id',
    requestIdOf(request.headers),
    ...headers,
    'Content-Length',
    String(body.length),
  ])
  response.end(body)
}

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const
