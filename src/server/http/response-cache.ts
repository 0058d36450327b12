import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { readCredentials } from '../../../rest-compat/credential.ts'
import { toErrorResponse } from '../../lib/http/error-body.ts'
import type { CacheWriter } from '../../../rest-compat/keeper.ts'
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
  /** Base of absolute links for the client, which answers may hold. */
  originOf(request: IncomingMessage): string
  /** The headers of every response. */
  secure: HeaderList
  /** How much text is kept at most, in bytes; 0 keeps nothing. */
  maxBytes: number
}

type CachedResponse = { revision: Revision; body: Buffer; link: string | null }

/** The headers that an endpoint reads, in both of their spellings. */
export const VARY_HEADERS = ['allow-private', 'allow_private']
/** How many different requests are remembered as asked once. */
const MAX_SEEN = 20_000

/**
 * Answers reads from memory as long as nothing in their organization has changed, before anything else is done for
 * them. It is strictly consistent: each answer is kept with the revision that its organization had before it was
 * computed, and given only when the database, asked after the request came, still has that revision. What else could
 * change an answer is in its key: organization, sight, scopes, origin of links, address and headers. A request is kept from its second
 * time on, and only where its endpoint says that its answer is made of the organization's data alone.
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
    Object.assign(response, { locals: { keeper: cacheWriter } })
    app(request, response)
  }
  return (request, response) => {
    if (!isCacheableRequest(request) || isDraining()) return app(request, response)
    // What cannot be told here, the service tells in its own way.
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return
      // Asking the database for the same again would make the client wait twice.
      if (isConnectionError(error)) sendRefusal(request, response, headers)
      else app(request, response)
    })
  }
}

/** A GET of the REST API by an API key alone or by an access token alone: what a person sees depends on more. */
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
