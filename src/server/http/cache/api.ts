import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Charge } from '../../../auth/rate-limit/bucket.ts'
import type { AppError } from '../../../lib/errors.ts'
import type { HeaderList } from '../../../lib/http/header-list.ts'
import type { RequestLog } from '../../../lib/http/request-log.ts'
import type { MeasureRequest } from '../../metrics/request-durations.ts'
import type { ChargeRequest } from '../charge-request.ts'
import type { Tags } from '../conditional/tags.ts'
import type { RequestContexts } from '../request-context.ts'
import type { RevisionCache } from './revision-cache.ts'
import type { Asked, CachedResponse, Unkeyed } from './send-cached.ts'

export type ApiOptions = {
  cache: RevisionCache
  contextOf: RequestContexts
  log: Logger
  charge: ChargeRequest
  /** Maximum number of requests per minute and credential. 0 is no limit. */
  rateLimit: number
  tags: Tags
  /** Headers of every response. */
  secure: HeaderList
  measureRequest: MeasureRequest
  /** Log of requests. Null if it is disabled. */
  requestLog: RequestLog | null
}

/** An API whose responses are cached. */
export type Api = {
  /** Name of its responses in the cache. */
  name: string
  /**
   * Returns the key of the response to a request, which contains everything but data that affects it. Null for one that
   * the application answers.
   */
  findKey: (asked: Unkeyed) => string | Promise<string | null>
  /** Returns the content type of the response to a request. */
  typeOf: (request: IncomingMessage) => string
  /** Returns the headers of a response beside those of every response. */
  headersOf: (request: IncomingMessage) => HeaderList
  /** Returns the form in which a strong tag is sent. Null if the response has none. */
  tagOf: (request: IncomingMessage, tag: string) => string | null
  /** Whether a request whose response is not stored may have 304 without the application. */
  isAnsweredUnstored: boolean
  /** Counts what a response costs beyond its request. @throws AppError RATE_LIMITED */
  charge: (cached: CachedResponse, asked: Asked) => Promise<void> | undefined
  /** Returns the end of the body for a request, which the stored one lacks. */
  endOf: (cached: CachedResponse, charge: Charge | null) => Buffer | undefined
  /** Returns the response with an error. */
  errorOf: (error: AppError) => { status: number; headers: HeaderList; text: string }
}
