import type { Request } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Charge } from '../../../auth/rate-limit/bucket.ts'
import type { Revision } from '../../../db/history/revisions.ts'
import { AppError } from '../../../lib/errors.ts'
import { matchesNone, tagOfRevision } from '../../../lib/http/entity-tag.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'
import { rateLimitHeader, rateLimitHeaders } from '../../../lib/http/rate-limit-headers.ts'
import { routeOf, type RequestLog } from '../../../lib/http/request-log.ts'
import type { MeasureRequest } from '../../metrics/request-durations.ts'
import type { ChargeRequest } from '../charge-request.ts'
import { taggedFor, type Tags } from '../conditional/tags.ts'
import { CORS_HEADERS } from '../cors.ts'
import { PRIVATE } from '../edge/response-headers.ts'
import type { CacheWriter, RequestContexts } from '../request-context.ts'
import { restKey } from './rest-key.ts'
import type { CachePart, RevisionCache } from './revision-cache.ts'
import { earlyErrorOf, sendBody, sendEarlyError, sendUnchanged } from './send-cached.ts'
import type { Asked, CachedResponse } from './send-cached.ts'

export type ApiOptions = {
  cache: RevisionCache
  contextOf: RequestContexts
  log: Logger
  charge: ChargeRequest
  /** Maximum number of requests per minute and credential. 0 is no limit. */
  rateLimit: number
  tags: Tags
  /** Base URL of absolute links for the client, which responses may contain. */
  originOf: (request: IncomingMessage) => string
  /** Headers of every response. */
  secure: HeaderList
  measureRequest: MeasureRequest
  /** Log of requests. Null if it is disabled. */
  requestLog: RequestLog | null
}

const MAX_ROUTES = 20_000

/**
 * Cached responses of the API. The key of a response contains everything but data that affects it. A response is stored
 * from the second request on, and only if it depends on the organization's data alone. Requests that find a stale
 * response at the same revision share the computation of the next one. A client with the tag of the current revision
 * receives 304 without a stored response.
 */
export class ApiResponses {
  readonly #options: ApiOptions
  readonly #stored: CachePart<CachedResponse>
  /** Routes of requests that the application has answered, by the keys of their responses. */
  readonly #routes = new LRUCache<string, string>({ max: MAX_ROUTES })
  /** Names and values of the headers of every response. */
  readonly #headers: string[]
  /** Names and values of the headers of a response to a request that is not counted. */
  readonly #uncounted: string[]

  constructor(options: ApiOptions) {
    this.#options = options
    this.#stored = options.cache.part('rest', ({ body }) => body.length)
    const [policy = [], quota = []] = rateLimitHeaders(options.rateLimit)
    const common = [...Object.entries(CORS_HEADERS), ...options.secure, ...PRIVATE]
    this.#headers = [...common, policy].flat()
    this.#uncounted = [...this.#headers, ...quota]
  }

  /** Answers a cacheable request. Returns whether it has: the application answers it otherwise. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const start = performance.now()
    try {
      const { contextOf, charge, originOf } = this.#options
      const context = contextOf(request)
      const caller = await context.caller()
      const charging = charge(context, caller)
      if (charging) await charging
      const organizationId = caller.organizationId ?? 0
      const key = restKey(caller, originOf(request), request)
      return await this.#answer({ request, response, context, caller, organizationId, key, start })
    } catch (error) {
      return response.headersSent || this.#answerFailed(request, response, start, error)
    }
  }

  async #answer(asked: Asked): Promise<boolean> {
    const { context, organizationId, key } = asked
    if (!this.#stored.find(organizationId, key)) return this.#answerUnstored(asked)
    const revision = await context.revision()
    const stored = this.#stored.find(organizationId, key)
    if (stored?.revision === revision) return this.#send(stored.value, revision, asked)
    if (stored && this.#sendIfPresent(revision, stored.value.route, asked)) return true
    const computed = this.#stored.computed(organizationId, key, revision)
    const shared = computed && (await computed)
    if (shared) return this.#send(shared, revision, asked)
    context.cache = this.#compute(asked, revision)
    return false
  }

  async #answerUnstored(asked: Asked): Promise<boolean> {
    const { request, context, organizationId, key } = asked
    const route = this.#routes.get(key)
    const isConditional = request.headers['if-none-match'] !== undefined
    if (isConditional && route !== undefined && this.#sendIfPresent(await context.revision(), route, asked))
      return true
    // A client that sends a tag requests the response again.
    const isRepeated = route !== undefined || isConditional
    const addRoute = () => void this.#routes.set(key, routeOf(request as Request) ?? '')
    context.cache = {
      store: (revision, answer) => {
        if (isRepeated) this.#stored.put(organizationId, key, { revision, value: toCached(request, answer) })
        addRoute()
      },
      recordUnchanged: addRoute,
    }
    return false
  }

  /** Returns the writer of a stale response, which requests of the same revision wait for. */
  #compute({ organizationId, key, request, response }: Asked, revision: Revision): CacheWriter {
    const end = this.#stored.begin(organizationId, key, revision)
    response.once('close', () => end(null))
    return {
      store: (_revision, answer) => end(toCached(request, answer)),
      recordUnchanged: () => {},
    }
  }

  #send(cached: CachedResponse, revision: Revision, asked: Asked): true {
    const { request, response, context, caller, key } = asked
    cached.tagged = taggedFor({ ...cached, revision }, caller, key, this.#options.tags)
    const { tag } = cached.tagged
    if (matchesNone(request.headers['if-none-match'], tag))
      return this.#sendUnchanged(tag, cached.route, asked)
    this.#record(200, cached.route, asked)
    sendBody(response, context.requestId, cached, [...this.#headersOf(context.charge), 'ETag', tag])
    return true
  }

  /** Sends 304 if the client has the response of this revision. Returns whether it does. */
  #sendIfPresent(revision: Revision, route: string | null, asked: Asked): boolean {
    const { request, caller, key } = asked
    const none = request.headers['if-none-match']
    const tag =
      none === undefined ? null : tagOfRevision(none, this.#options.tags.ofRevision(caller, key, revision))
    return tag !== null && this.#sendUnchanged(tag, route, asked)
  }

  #sendUnchanged(tag: string, route: string | null, asked: Asked): true {
    const { response, context } = asked
    this.#record(304, route, asked)
    sendUnchanged(response, context.requestId, [...this.#headersOf(context.charge), 'ETag', tag])
    return true
  }

  /** Measures and logs a request, before its response is sent. */
  #record(status: number, route: string | null, { request, response, context, caller, start }: Asked): void {
    const { measureRequest, requestLog } = this.#options
    measureRequest(request, response)
    const organization = caller.organizationId ?? 0
    requestLog?.({ method: 'GET', route, status, start, organization, requestId: context.requestId })
  }

  #answerFailed(request: IncomingMessage, response: ServerResponse, start: number, error: unknown): boolean {
    const { contextOf, log, measureRequest, requestLog } = this.#options
    const { requestId, charge, organization } = contextOf(request)
    const early = earlyErrorOf(error)
    if (!early) {
      if (!(error instanceof AppError)) log.error({ err: error, requestId }, 'response cache failed')
      return false
    }
    const { status } = early
    measureRequest(request, response)
    sendEarlyError(response, requestId, early, this.#headersOf(charge))
    requestLog?.({ method: 'GET', route: null, status, start, organization, requestId })
    return true
  }

  #headersOf(charge: Charge | null): string[] {
    return charge === null ? this.#uncounted : [...this.#headers, 'RateLimit', rateLimitHeader(charge)]
  }
}

/** Returns the cached form of the response to a request. */
function toCached(
  request: IncomingMessage,
  answer: { body: Buffer; link: string | null; digest: string | null },
): CachedResponse {
  return { ...answer, route: routeOf(request as Request), tagged: null }
}
