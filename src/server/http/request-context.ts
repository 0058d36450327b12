import type { IncomingMessage } from 'node:http'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { Charge } from '../../auth/rate-limit/bucket.ts'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import { readCredentials, type Credentials } from '../../auth/credentials.ts'
import type { OAuthResource } from '../../db/generated/tables.ts'
import type { Revision, Revisions } from '../../db/history/revisions.ts'
import { AppError } from '../../lib/errors.ts'
import { requestIdOf } from '../../lib/http/request-id.ts'
import type { OperationCost } from '../graphql/charge-operation.ts'
import type { ChargeRequest } from './charge-request.ts'

/**
 * Writer of the response cache for one request. A cached response is valid while the organization's revision
 * is unchanged.
 */
export type CacheWriter = {
  /** Whether the response is stored. It is not for the first request. */
  isStoring: boolean
  /**
   * Stores a UTF-8 body with the value of its Link header, and with its digest if its tag depends on the bytes. The
   * revision is from before the response was computed.
   */
  store(revision: Revision, answer: CacheableResponse): void
  /** Records that the response may be stored at the next request. */
  recordUnchanged(): void
}

/** The parts of a response that are stored, with the cost of an operation. */
export type CacheableResponse = {
  body: Buffer
  link: string | null
  digest: string | null
  cost?: OperationCost | undefined
}

/** Organization and resource of the route that identifies a caller. */
type IdentifyingRoute = { organization?: string | undefined; resource?: OAuthResource }

/** State of one HTTP request that all its handlers share. */
export type RequestContext = {
  requestId: string
  credentials: Credentials
  /** Address of the client behind trusted proxies. */
  readonly address: string
  /**
   * Identifies the caller at the first call, in the named organization unless a header names one, and as a route of
   * the resource, by default `api`. Later calls return the same result. A refused credential counts as a request of
   * its network.
   * @throws AppError as `identify`, RATE_LIMITED for too many refused credentials
   */
  caller: (route?: IdentifyingRoute) => Promise<Caller>
  /**
   * Reads the revision of the organization of the identified caller at the first call. Later calls return the same
   * result, unless it is an error.
   */
  revision: () => Promise<Revision>
  /** Organization of the caller. Null until the caller is identified. */
  organization: number | null
  /** Units that the request has spent. Null before that, and for a request that is not limited. */
  charge: Charge | null
  /** Writer of the response cache, or null if the response is not stored. */
  cache: CacheWriter | null
}

/** Returns the context of a request, which is created at the first call. */
export type RequestContexts = (request: IncomingMessage) => RequestContext

type ContextOptions = {
  identify: (credentials: Credentials, resource?: OAuthResource) => Promise<Caller>
  revisions: Revisions
  browserSessions: BrowserSessions
  charge: ChargeRequest
  forwarding: { addressOf: (request: IncomingMessage) => string }
}

/** Creates the contexts of the requests of a server. The session of a browser is a credential where it counts. */
export function createRequestContexts(options: ContextOptions): RequestContexts {
  const { revisions, browserSessions, forwarding } = options
  const contexts = new WeakMap<IncomingMessage, RequestContext>()
  return (request) => {
    const cached = contexts.get(request)
    if (cached) return cached
    const credentials = browserSessions.withSession(readCredentials(request), request)
    let caller: Promise<Caller> | undefined
    let revision: Promise<Revision> | undefined
    const context: RequestContext = {
      requestId: requestIdOf(request.headers),
      credentials,
      get address() {
        return forwarding.addressOf(request)
      },
      caller: (route = {}) => (caller ??= identifyCaller(options, context, route)),
      revision: () => {
        if (revision) return revision
        revision = revisions.of(context.organization ?? 0)
        revision.catch(() => (revision = undefined))
        return revision
      },
      organization: null,
      charge: null,
      cache: null,
    }
    contexts.set(request, context)
    return context
  }
}

async function identifyCaller(
  { identify, charge }: ContextOptions,
  context: RequestContext,
  { organization, resource }: IdentifyingRoute,
): Promise<Caller> {
  const { credentials } = context
  try {
    const named = credentials.organization ?? organization
    const found = await identify({ ...credentials, organization: named }, resource)
    context.organization = found.organizationId
    return found
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await charge(context, ANONYMOUS)
    throw error
  }
}
