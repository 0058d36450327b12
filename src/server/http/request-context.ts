import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../auth/caller.ts'
import { readCredentials, type Credentials } from '../../auth/credentials.ts'
import { requestIdOf } from '../../lib/http/request-id.ts'

/**
 * Writer of the response cache for one request. A cached response is valid while the organization's revision
 * is unchanged.
 */
type CacheWriter = {
  /** Returns the current revision of the organization's data. Call it before the response is computed. */
  revision(): Promise<string>
  /** Stores a UTF-8 body with the value of its Link header. */
  store(revision: string, body: Buffer, link: string | null): void
}

/** State of one HTTP request that all its handlers share. */
export type RequestContext = {
  requestId: string
  credentials: Credentials
  /** Identifies the caller at the first call. Later calls return the same result. */
  caller: () => Promise<Caller>
  /** Organization of the caller. Null until the caller is identified. */
  organization: number | null
  /** Writer of the response cache, or null if the response is not stored. */
  cache: CacheWriter | null
}

/** Returns the context of a request, which is created at the first call. */
export type RequestContexts = (request: IncomingMessage) => RequestContext

/** Creates the contexts of the requests of a server. */
export function createRequestContexts(
  identify: (credentials: Credentials) => Promise<Caller>,
): RequestContexts {
  const contexts = new WeakMap<IncomingMessage, RequestContext>()
  return (request) => {
    const cached = contexts.get(request)
    if (cached) return cached
    const credentials = readCredentials(request)
    let caller: Promise<Caller> | undefined
    const context: RequestContext = {
      requestId: requestIdOf(request.headers),
      credentials,
      caller: () =>
        (caller ??= identify(credentials).then((found) => {
          context.organization = found.organizationId
          return found
        })),
      organization: null,
      cache: null,
    }
    contexts.set(request, context)
    return context
  }
}
