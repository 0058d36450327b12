import type { Request } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Charge } from '../../../auth/rate-limit/bucket.ts'
import type { Revision } from '../../../db/history/revisions.ts'
import { AppError } from '../../../lib/errors.ts'
import { matchesNone, tagOfRevision } from '../../../lib/http/entity-tag.ts'
import { rateLimitHeader, rateLimitHeaders } from '../../../lib/http/rate-limit-headers.ts'
import { routeOf } from '../../../lib/http/request-log.ts'
import { taggedFor } from '../conditional/tags.ts'
import { CORS_HEADERS } from '../cors.ts'
import type { CacheableResponse, CacheWriter } from '../request-context.ts'
import type { Api, ApiOptions } from './api.ts'
import type { CachePart } from './revision-cache.ts'
import { earlyErrorOf, sendBody, sendUnchanged, type Asked, type CachedResponse } from './send-cached.ts'

const MAX_ROUTES = 20_000

/**
 * Cached responses of an API. A response is stored from the second request on, and only if it depends on the
 * organization's data alone. Requests that find a stale response at the same revision share the computation of the next
 * one. A client with the tag of the current revision receives 304 without a stored response.
 */
export class ApiResponses {
  readonly #api: Api
  readonly #options: ApiOptions
  readonly #stored: CachePart<CachedResponse>
  /** Routes of requests that the application has answered, by the keys of their responses. */
  readonly #routes = new LRUCache<string, string>({ max: MAX_ROUTES })
  /** Names and values of the headers of every response. */
  readonly #headers: string[]
  /** Names and values of the headers of a response to a request that is not counted. */
  readonly #uncounted: string[]

  constructor(api: Api, options: ApiOptions) {
    this.#api = api
    this.#options = options
    this.#stored = options.cache.part(api.name, ({ body }) => body.length)
    const [policy = [], quota = []] = rateLimitHeaders(options.rateLimit)
    this.#headers = [...Object.entries(CORS_HEADERS), ...options.secure, policy].flat()
    this.#uncounted = [...this.#headers, ...quota]
  }

  /** Answers a cacheable request. Returns whether it has: the application answers it otherwise. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const start = performance.now()
    try {
      const { contextOf, charge } = this.#options
      const context = contextOf(request)
      const caller = await context.caller()
      const charging = charge(context, caller)
      if (charging) await charging
      const organizationId = caller.organizationId ?? 0
      const unkeyed = { request, response, context, caller, organizationId, start }
      const sent = this.#api.findKey(unkeyed)
      const key = typeof sent === 'string' ? sent : await sent
      return key !== null && (await this.#answer({ ...unkeyed, key }))
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
    const held = stored && this.#heldTag(revision, asked)
    if (held) {
      await this.#api.charge(stored.value, asked)
      return this.#sendUnchanged(held, stored.value.route, asked)
    }
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
    if (isConditional && route !== undefined && this.#api.isAnsweredUnstored) {
      const held = this.#heldTag(await context.revision(), asked)
      if (held) return this.#sendUnchanged(held, route, asked)
    }
    const addRoute = () => void this.#routes.set(key, routeOf(request as Request) ?? '')
    // A client that sends a tag requests the response again.
    const isStoring = route !== undefined || isConditional
    context.cache = {
      isStoring,
      store: (revision, answer) => {
        if (isStoring) this.#stored.put(organizationId, key, { revision, value: toCached(asked, answer) })
        addRoute()
      },
      recordUnchanged: addRoute,
    }
    return false
  }

  /** Returns the writer of a stale response, which requests of the same revision wait for. */
  #compute(asked: Asked, revision: Revision): CacheWriter {
    const end = this.#stored.begin(asked.organizationId, asked.key, revision)
    asked.response.once('close', () => end(null))
    return {
      isStoring: true,
      store: (_revision, answer) => end(toCached(asked, answer)),
      recordUnchanged: () => {},
    }
  }

  async #send(cached: CachedResponse, revision: Revision, asked: Asked): Promise<true> {
    const { request, response, context, caller, key } = asked
    const charging = this.#api.charge(cached, asked)
    if (charging) await charging
    cached.tagged = taggedFor({ ...cached, revision }, caller, key, this.#options.tags)
    const tag = this.#api.tagOf(request, cached.tagged.tag)
    if (tag !== null && matchesNone(request.headers['if-none-match'], cached.tagged.tag))
      return this.#sendUnchanged(tag, cached.route, asked)
    this.#record(200, cached.route, asked)
    const headers = [...this.#headersOf(context.charge), ...this.#api.headersOf(request).flat()]
    if (tag !== null) headers.push('ETag', tag)
    if (cached.link !== null) headers.push('Link', cached.link)
    const end = this.#api.endOf(cached, context.charge)
    const sent = { status: 200, headers, type: this.#api.typeOf(request), body: cached.body }
    sendBody(response, context.requestId, end ? { ...sent, end } : sent)
    return true
  }

  /** Returns the tag of the response of this revision if the client has it, as it is sent. */
  #heldTag(revision: Revision, { request, caller, key }: Asked): string | null {
    const none = request.headers['if-none-match']
    if (none === undefined) return null
    const tag = tagOfRevision(none, this.#options.tags.ofRevision(caller, key, revision))
    return tag === null ? null : this.#api.tagOf(request, tag)
  }

  #sendUnchanged(tag: string, route: string | null, asked: Asked): true {
    const { request, response, context } = asked
    this.#record(304, route, asked)
    const headers = [...this.#headersOf(context.charge), ...this.#api.headersOf(request).flat(), 'ETag', tag]
    sendUnchanged(response, context.requestId, headers)
    return true
  }

  /** Measures and logs a request, before its response is sent. */
  #record(
    status: number,
    route: string | null,
    { request, response, context, start, ...asked }: Asked,
  ): void {
    const { measureRequest, requestLog } = this.#options
    const { method = '' } = request
    const { organizationId: organization } = asked
    measureRequest(request, response)
    requestLog?.({ method, route, status, start, organization, requestId: context.requestId })
  }

  #answerFailed(request: IncomingMessage, response: ServerResponse, start: number, error: unknown): boolean {
    const { contextOf, log, measureRequest, requestLog } = this.#options
    const { requestId, charge, organization } = contextOf(request)
    const early = earlyErrorOf(error)
    if (!early) {
      if (!(error instanceof AppError)) log.error({ err: error, requestId }, 'response cache failed')
      return false
    }
    const { status, headers, text } = this.#api.errorOf(early)
    measureRequest(request, response)
    const all = [...this.#headersOf(charge), ...headers.flat()]
    const body = Buffer.from(text)
    sendBody(response, requestId, { status, headers: all, body, type: this.#api.typeOf(request) })
    requestLog?.({ method: request.method ?? '', route: null, status, start, organization, requestId })
    return true
  }

  #headersOf(charge: Charge | null): string[] {
    return charge === null ? this.#uncounted : [...this.#headers, 'RateLimit', rateLimitHeader(charge)]
  }
}

const toCached = ({ request }: Asked, answer: CacheableResponse): CachedResponse => ({
  ...answer,
  route: routeOf(request as Request),
  tagged: null,
})
