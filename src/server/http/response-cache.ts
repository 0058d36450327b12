import type { Request } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { toErrorResponse } from '../../lib/http/error-body.ts'
import { PendingResponses } from './pending-responses.ts'
import type { RequestContext, RequestContexts } from './request-context.ts'
import { isConnectionError } from '../../db/connection-errors.ts'
import type { Revision, Revisions } from '../../db/revisions.ts'
import { AppError, unavailable } from '../../lib/errors.ts'
import { cacheKey, isCacheableRequest } from './cache-key.ts'
import { CORS_HEADERS } from './cors.ts'
import { PRIVATE } from './edge/response-headers.ts'
import type { HeaderList } from '../../lib/http/header-list.ts'
import type { MeasureRequest } from '../metrics/request-durations.ts'
import { routeOf, type RequestLog } from '../../lib/http/request-log.ts'

type ResponseCacheOptions = {
  contextOf: RequestContexts
  log: Logger
  revisions: Revisions
  isDraining: () => boolean
  /** Base URL of absolute links for the client, which responses may contain. */
  originOf: (request: IncomingMessage) => string
  /** Headers of every response. */
  secure: HeaderList
  measureRequest: MeasureRequest
  /** Log of requests. Null if it is disabled. */
  requestLog: RequestLog | null
  /** Maximum size of the cached text in bytes. 0 disables the cache. */
  maxBytes: number
}

type CachedResponse = { revision: Revision; body: Buffer; link: string | null; route: string | null }

/** Maximum number of requests recorded as seen once. */
const MAX_SEEN = 20_000

/**
 * Serves reads from a cache while nothing in their organization has changed. It is strictly consistent. A
 * response is stored with the revision of its organization from before it was computed. It is served only if
 * the revision, read after the request arrived, is unchanged. The cache key contains everything else that
 * affects a response: organization, visibility, scopes, origin of links, URL and headers. A response is
 * stored from the second request on, and only if its endpoint depends on the organization's data alone.
 * Requests that find a stale response at the same revision share the computation of the next one.
 */
export function withResponseCache(app: RequestListener, options: ResponseCacheOptions): RequestListener {
  if (options.maxBytes === 0) return app
  const cache = new ResponseCache(app, options)
  return (request, response) => {
    if (!isCacheableRequest(request) || options.isDraining()) return app(request, response)
    cache.handle(request, response)
  }
}

class ResponseCache {
  readonly #app: RequestListener
  readonly #options: ResponseCacheOptions
  readonly #cache: LRUCache<string, CachedResponse>
  readonly #pending = new PendingResponses<CachedResponse>()
  readonly #seenOnce = new LRUCache<string, true>({ max: MAX_SEEN })
  /** Names and values of the headers of every response. */
  readonly #headers: string[]

  constructor(app: RequestListener, options: ResponseCacheOptions) {
    this.#app = app
    this.#options = options
    this.#cache = new LRUCache<string, CachedResponse>({
      maxSize: options.maxBytes,
      sizeCalculation: ({ body }, key) => body.length + key.length,
    })
    this.#headers = [...Object.entries(CORS_HEADERS), ...options.secure, ...PRIVATE, JSON_TYPE].flat()
  }

  /** Handles a cacheable request. On any error, falls through to the application. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now()
    this.#answer(request, response, start).catch((error: unknown) => {
      if (!response.headersSent) this.#answerFailed(request, response, start, error)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse, start: number): Promise<void> {
    const { contextOf, revisions, originOf } = this.#options
    const context = contextOf(request)
    const caller = await context.caller()
    const organizationId = caller.organizationId ?? 0
    const key = cacheKey(caller, originOf(request), request)
    if (!this.#cache.has(key)) {
      if (this.#seenOnce.has(key))
        context.cache = {
          revision: () => revisions.of(organizationId),
          store: (revision, body, link) =>
            void this.#cache.set(key, { revision, body, link, route: routeOf(request as Request) }),
        }
      else this.#seenOnce.set(key, true)
      return this.#app(request, response)
    }
    const revision = await revisions.of(organizationId)
    const serve = (valid: CachedResponse) =>
      this.#send(valid, request, response, { requestId: context.requestId, organizationId, start })
    const cached = this.#cache.get(key)
    if (cached?.revision === revision) return serve(cached)
    const pending = this.#pending.find(key, revision)
    const shared = pending && (await pending)
    if (shared) return serve(shared)
    context.cache = this.#compute(key, revision, request, response)
    this.#app(request, response)
  }

  /** Returns the writer of a stale response, which requests of the same revision wait for. */
  #compute(
    key: string,
    revision: Revision,
    request: IncomingMessage,
    response: ServerResponse,
  ): RequestContext['cache'] {
    const end = this.#pending.begin(key, revision)
    response.once('close', () => end(null))
    return {
      revision: async () => revision,
      store: (_revision, body, link) => {
        const computed = { revision, body, link, route: routeOf(request as Request) }
        if (end(computed)) this.#cache.set(key, computed)
      },
    }
  }

  #send(
    cached: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, organizationId, start }: { requestId: string; organizationId: number; start: number },
  ): void {
    const { measureRequest, requestLog } = this.#options
    const { route } = cached
    measureRequest(request, response)
    sendCached(response, requestId, cached, this.#headers)
    requestLog?.({ method: 'GET', route, status: 200, start, organization: organizationId, requestId })
  }

  #answerFailed(request: IncomingMessage, response: ServerResponse, start: number, error: unknown): void {
    const { contextOf, log, measureRequest, requestLog } = this.#options
    const { requestId } = contextOf(request)
    // Without a connection, the application would read the database again and make the client wait twice.
    if (!isConnectionError(error)) {
      if (!(error instanceof AppError)) log.error({ err: error, requestId }, 'response cache failed')
      return this.#app(request, response)
    }
    measureRequest(request, response)
    sendRefusal(response, requestId, this.#headers)
    requestLog?.({ method: 'GET', route: null, status: 503, start, organization: null, requestId })
  }
}

function sendCached(
  response: ServerResponse,
  requestId: string,
  { body, link }: CachedResponse,
  headers: string[],
): void {
  write(response, requestId, 200, body, link === null ? headers : [...headers, 'Link', link])
}

function sendRefusal(response: ServerResponse, requestId: string, common: string[]): void {
  const { status, headers, body } = toErrorResponse(unavailable())
  const text = Buffer.from(JSON.stringify(body))
  write(response, requestId, status, text, [...common, ...Object.entries(headers).flat()])
}

function write(
  response: ServerResponse,
  requestId: string,
  status: number,
  body: Buffer,
  headers: string[],
): void {
  response.writeHead(status, ['X-Request-Id', requestId, ...headers, 'Content-Length', String(body.length)])
  response.end(body)
}

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const
