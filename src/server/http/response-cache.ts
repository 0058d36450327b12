import type { Request } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Charge } from '../../auth/rate-limit/bucket.ts'
import { rateLimitHeader, rateLimitHeaders } from '../../lib/http/rate-limit-headers.ts'
import { sendBody, sendEarlyError, sendUnchanged, toCached } from './cached-response.ts'
import type { Asked, CachedResponse } from './cached-response.ts'
import type { ChargeRequest } from './charge-request.ts'
import { PendingResponses } from './pending-responses.ts'
import type { CacheWriter, RequestContexts } from './request-context.ts'
import type { Revision } from '../../db/revisions.ts'
import { AppError } from '../../lib/errors.ts'
import { taggedFor, type Tags } from './conditional/tags.ts'
import { earlyErrorOf } from './early-error.ts'
import { cacheKey, isCacheableRequest } from './cache-key.ts'
import { matchesNone, tagOfRevision } from '../../lib/http/entity-tag.ts'
import { CORS_HEADERS } from './cors.ts'
import { StoredResponses } from './stored-responses.ts'
import { PRIVATE } from './edge/response-headers.ts'
import type { FindByHost } from '../../portal/addresses.ts'
import type { HeaderList } from '../../lib/http/header-list.ts'
import type { MeasureRequest } from '../metrics/request-durations.ts'
import { routeOf, type RequestLog } from '../../lib/http/request-log.ts'

type ResponseCacheOptions = {
  contextOf: RequestContexts
  log: Logger
  charge: ChargeRequest
  /** Maximum number of requests per minute and credential. 0 is no limit. */
  rateLimit: number
  tags: Tags
  isDraining: () => boolean
  /** Own hosts of portals, which have no REST API. */
  findByHost: FindByHost
  /** Base URL of absolute links for the client, which responses may contain. */
  originOf: (request: IncomingMessage) => string
  /** Headers of every response. */
  secure: HeaderList
  measureRequest: MeasureRequest
  /** Log of requests. Null if it is disabled. */
  requestLog: RequestLog | null
  /** Maximum size of the cached text in bytes. 0 stores nothing. */
  maxBytes: number
}

const MAX_SEEN = 20_000

/**
 * Serves reads from a cache while nothing in their organization has changed. It is strictly consistent. A
 * response is stored with the revision of its organization from before it was computed. It is served only if
 * the revision, read after the request arrived, is unchanged. The cache key contains everything else that
 * affects a response: organization, visibility, scopes, origin of links, URL and headers. A response is
 * stored from the second request on, and only if its endpoint depends on the organization's data alone.
 * Requests that find a stale response at the same revision share the computation of the next one. A client with the
 * tag of the current revision receives 304 without a stored response.
 */
export function withResponseCache(app: RequestListener, options: ResponseCacheOptions): RequestListener {
  const cache = new ResponseCache(app, options)
  return (request, response) => {
    if (!isCacheableRequest(request) || options.isDraining()) return app(request, response)
    cache.handle(request, response)
  }
}

class ResponseCache {
  readonly #app: RequestListener
  readonly #options: ResponseCacheOptions
  readonly #stored: StoredResponses
  readonly #pending = new PendingResponses<CachedResponse>()
  /** Routes of requests that were seen once, by cache key. Empty if no tag has answered the request. */
  readonly #seenOnce = new LRUCache<string, string>({ max: MAX_SEEN })
  /** Names and values of the headers of every response. */
  readonly #headers: string[]
  /** Names and values of the headers of a response to a request that is not counted. */
  readonly #uncounted: string[]

  constructor(app: RequestListener, options: ResponseCacheOptions) {
    this.#app = app
    this.#options = options
    this.#stored = new StoredResponses(options.maxBytes)
    const [policy = [], quota = []] = rateLimitHeaders(options.rateLimit)
    const common = [...Object.entries(CORS_HEADERS), ...options.secure, ...PRIVATE]
    this.#headers = [...common, policy].flat()
    this.#uncounted = [...this.#headers, ...quota]
  }

  /** Handles a cacheable request. On any error, falls through to the application. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now()
    this.#answer(request, response, start).catch((error: unknown) => {
      if (!response.headersSent) this.#answerFailed(request, response, start, error)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse, start: number): Promise<void> {
    const { contextOf, charge, originOf, findByHost } = this.#options
    const own = findByHost(request)
    if (own && (await own)) return this.#app(request, response)
    const context = contextOf(request)
    const caller = await context.caller()
    const charging = charge(context, caller)
    if (charging) await charging
    const key = cacheKey(caller, originOf(request), request)
    const asked = { request, response, context, caller, key, start }
    if (!this.#stored.of(asked)) return this.#answerUncached(asked)
    const revision = await context.revision()
    const cached = this.#stored.of(asked)
    if (cached?.revision === revision) return this.#send(cached, asked)
    if (cached && this.#sendIfPresent(revision, cached.route, asked)) return
    const pending = this.#pending.find(key, revision)
    const shared = pending && (await pending)
    if (shared) return this.#send(shared, asked)
    context.cache = this.#compute(asked, revision)
    this.#app(request, response)
  }

  async #answerUncached(asked: Asked): Promise<void> {
    const { request, response, context, key } = asked
    const seenRoute = this.#seenOnce.get(key)
    const isConditional = request.headers['if-none-match'] !== undefined
    if (isConditional && seenRoute && this.#sendIfPresent(await context.revision(), seenRoute, asked)) return
    // A client that sends a tag requests the response again.
    if (seenRoute !== undefined || isConditional)
      context.cache = {
        store: (revision, answer) => this.#stored.put(asked, toCached(request, revision, answer)),
        recordUnchanged: () => void this.#seenOnce.set(key, routeOf(request as Request) ?? ''),
      }
    else this.#seenOnce.set(key, '')
    this.#app(request, response)
  }

  /** Returns the writer of a stale response, which requests of the same revision wait for. */
  #compute(asked: Asked, revision: Revision): CacheWriter {
    const { key, request, response } = asked
    const end = this.#pending.begin(key, revision)
    response.once('close', () => end(null))
    return {
      store: (_revision, answer) => {
        const computed = toCached(request, revision, answer)
        if (end(computed)) this.#stored.put(asked, computed)
      },
      recordUnchanged: () => {},
    }
  }

  #send(cached: CachedResponse, asked: Asked): void {
    const { request, response, context, caller, key } = asked
    cached.tagged = taggedFor(cached, caller, key, this.#options.tags)
    const { tag } = cached.tagged
    if (matchesNone(request.headers['if-none-match'], tag))
      return this.#sendUnchanged(tag, cached.route, asked)
    this.#record(200, cached.route, asked)
    sendBody(response, context.requestId, cached, [...this.#headersOf(context.charge), 'ETag', tag])
  }

  /** Sends 304 if the client has the response of this revision. Returns whether it does. */
  #sendIfPresent(revision: Revision, route: string | null, asked: Asked): boolean {
    const { request, caller, key } = asked
    const none = request.headers['if-none-match']
    const tag =
      none === undefined ? null : tagOfRevision(none, this.#options.tags.ofRevision(caller, key, revision))
    if (tag !== null) this.#sendUnchanged(tag, route, asked)
    return tag !== null
  }

  #sendUnchanged(tag: string, route: string | null, asked: Asked): void {
    const { response, context } = asked
    this.#record(304, route, asked)
    sendUnchanged(response, context.requestId, [...this.#headersOf(context.charge), 'ETag', tag])
  }

  /** Measures and logs a request, before its response is sent. */
  #record(status: number, route: string | null, { request, response, context, caller, start }: Asked): void {
    const { measureRequest, requestLog } = this.#options
    measureRequest(request, response)
    const organization = caller.organizationId ?? 0
    requestLog?.({ method: 'GET', route, status, start, organization, requestId: context.requestId })
  }

  #answerFailed(request: IncomingMessage, response: ServerResponse, start: number, error: unknown): void {
    const { contextOf, log, measureRequest, requestLog } = this.#options
    const { requestId, charge, organization } = contextOf(request)
    const early = earlyErrorOf(error)
    if (!early) {
      if (!(error instanceof AppError)) log.error({ err: error, requestId }, 'response cache failed')
      return this.#app(request, response)
    }
    const { status } = early
    measureRequest(request, response)
    sendEarlyError(response, requestId, early, this.#headersOf(charge))
    requestLog?.({ method: 'GET', route: null, status, start, organization, requestId })
  }

  #headersOf(charge: Charge | null): string[] {
    return charge === null ? this.#uncounted : [...this.#headers, 'RateLimit', rateLimitHeader(charge)]
  }
}
