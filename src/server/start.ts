import type { RequestListener, Server } from 'node:http'
import type { Logger } from 'pino'
import { createBrowserSessions, warnOfPlainCookie } from '../auth/browser-session.ts'
import { identify } from '../auth/identify.ts'
import type { RateLimitSettings } from '../auth/rate-limit/open-rate-limits.ts'
import type { SecretKeySource } from '../auth/keys.ts'
import type { Site } from '../auth/session-token.ts'
import type { Database } from '../db/database.ts'
import { createRevisions } from '../db/history/revisions.ts'
import type { Services } from '../graphql/context.ts'
import type { ToolCalls } from '../modules/oauth/installs/tool-calls.ts'
import { findPortal } from '../modules/organizations/find-portal.ts'
import { createFindByHost, warnOfPath, type FindByHost } from '../portal/addresses.ts'
import { schema } from '../schema.ts'
import { createApp } from './http/app.ts'
import { createPageCache } from './http/cache/page-cache.ts'
import { RevisionCache } from './http/cache/revision-cache.ts'
import { withCache } from './http/cache/with-cache.ts'
import { createTags } from './http/conditional/tags.ts'
import { createChargeRequest } from './http/charge-request.ts'
import { answerClientErrors } from './http/edge/client-errors.ts'
import { Connections } from './http/edge/connections.ts'
import { createForwarding } from './http/edge/forwarding.ts'
import { publicOptions } from './http/edge/http-timeouts.ts'
import { hasProxies } from '../lib/http/is-public-server.ts'
import { DEFAULT_LIMITS, type Limits } from '../lib/http/server-limits.ts'
import { createMetricsAccess } from './http/edge/metrics-access.ts'
import { rejectExpectation, requireHost } from './http/edge/reject-requests.ts'
import { securityHeaders } from './http/edge/security-headers.ts'
import { createServer } from '../lib/http/node-http.ts'
import { createRequestLog } from '../lib/http/request-log.ts'
import { createTally } from '../lib/concurrency/tally.ts'
import { close, listen } from './http/listen.ts'
import { graphqlHandler } from './http/graphql-handler.ts'
import { openBacking } from './lifecycle/backing.ts'
import { createSite } from './lifecycle/public-url.ts'
import type { Health } from './lifecycle/readiness.ts'
import { createServices, type SharedSettings } from './lifecycle/services.ts'
import type { ProcessMetrics } from './metrics/metrics.ts'
import { Streams } from './live/sse/streams.ts'
import { Subscriptions } from './live/subscriptions.ts'
import { createRequestContexts } from './http/request-context.ts'
import { asksForWebSocket, WebSockets } from './live/websocket/server.ts'
import { createEngine, type GraphqlEngine } from './graphql/engine.ts'

const DEFAULT_CACHE_MB = 64

/** Settings of the operator. */
export type ServiceSettings = SharedSettings &
  RateLimitSettings & {
    /** Size of the response cache in megabytes. Default 64. 0 disables it. */
    responseCacheMb?: number
    limits?: Partial<Limits>
    /** Separate port for `/metrics`. Default null. */
    metricsPort?: number | null
    /** Bearer token that `/metrics` requires. Default null. */
    metricsToken?: string | null
    /** Token required for reports about mail. Default null. */
    mailReportToken?: string | null
  }

type ServiceOptions = ServiceSettings & {
  database: Database
  secretKey: Buffer | SecretKeySource
  /** Null for `http://HOST:PORT` of the listening socket. */
  publicUrl: string | null
  host: string
  /** 0 selects a free port. */
  port: number
  production: boolean
  log: Logger
  health: Health
  metrics: ProcessMetrics
}

export type WebService = {
  url: string
  services: Services
  /**
   * Stops listening, closes live connections so that clients reconnect, waits for running requests and closes
   * idle connections.
   */
  stop: () => Promise<void>
}

/** Starts the HTTP server. */
export async function startWeb(options: ServiceOptions): Promise<WebService> {
  const { site, listensAt } = createSite(options.publicUrl)
  const backing = await openBacking(options)
  const { rateLimits, live, toolCalls } = backing
  const services = createServices({ ...options, site, live }, options)
  const { health, log, production } = options
  const edge = { ...createEdge(options, site), toolCalls }
  const { limits, secure } = edge
  const graphql = createEngine({ ...edge, schema, services, log, production, rateLimits })
  const subscriptions = new Subscriptions(graphql)
  const slots = createTally(limits.connectionsPerAddress)
  const streams = new Streams(graphql, subscriptions, slots)
  const server = createServer({ ...publicOptions(limits), shouldUpgradeCallback: asksForWebSocket })
  const findByHost = createFindByHost({ findPortal: (key) => findPortal(services.db, key), site })
  const listener = createListener(options, { ...edge, findByHost }, graphql, streams)
  const connections = serveHttp(server, edge, listener)
  const webSockets = new WebSockets({ server, graphql, subscriptions, health, secure, slots, findByHost })
  const url = await listen(server, options.port, options.host).catch(async (error: unknown) => {
    await backing.close()
    throw error
  })
  listensAt(url)
  warnOfPlainCookie(site.publicUrl, log)
  warnOfPath(site.publicUrl, log)
  return {
    url,
    services,
    async stop() {
      const closing = close(server)
      streams.stop()
      await webSockets.stop()
      await closing
      connections.stop()
      await subscriptions.stop()
      await backing.close()
    },
  }
}

/** Limits, headers and proxies, as configured. */
type Edge = ReturnType<typeof createEdge> & { toolCalls: ToolCalls }

function createEdge(options: ServiceOptions, site: Site) {
  const {
    metrics,
    metricsPort = null,
    metricsToken = null,
    mailReportToken = null,
    trustedProxies = [],
  } = options
  const forwarding = createForwarding(trustedProxies, site)
  return {
    forwarding,
    browserSessions: createBrowserSessions(forwarding.originOf, site.pinned),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    secure: securityHeaders(options.publicUrl),
    readTurns: options.database.readTurns,
    metrics,
    mailReportToken,
    metricsAccess: createMetricsAccess(
      { metricsPort, metricsToken, hasProxies: hasProxies(trustedProxies) },
      site,
    ),
    measureRequest: metrics.measureRequest,
  }
}

/** Creates the application behind its cache. */
function createListener(
  options: ServiceOptions,
  { findByHost, ...edge }: Edge & { findByHost: FindByHost },
  graphql: GraphqlEngine,
  streams: Streams,
): RequestListener {
  const { health, log, database, production, responseCacheMb = DEFAULT_CACHE_MB } = options
  const { services } = graphql
  const revisions = createRevisions(database)
  const charge = createChargeRequest(graphql.rateLimits)
  const contextOf = createRequestContexts({
    identify: (credentials, resource) => identify(services, credentials, resource),
    revisions,
    charge,
    ...edge,
  })
  const requestLog = createRequestLog(log)
  const tags = createTags(services.keys)
  const handler = graphqlHandler(graphql, streams, { contextOf, charge, tags })
  const rateLimit = graphql.rateLimits?.limits.credential ?? 0
  const cache = new RevisionCache(responseCacheMb * 1_048_576)
  const pages = createPageCache(cache, revisions)
  const shared = { contextOf, log, requestLog, charge, tags, revisions, rateLimit, findByHost, pages, health }
  const app = createApp({ ...edge, ...shared, services, graphql: handler, production })
  return withCache(app, { ...edge, ...shared, graphql, cache, originOf: edge.forwarding.originOf })
}

/** Serves the requests of a server within the limits of its connections. */
function serveHttp(server: Server, edge: Edge, listener: RequestListener): Connections {
  const connections = new Connections(server, edge)
  const admitted =
    (next: RequestListener): RequestListener =>
    (request, response) => {
      if (connections.admit(request, response)) next(request, response)
    }
  server
    .on('request', admitted(requireHost(edge, listener)))
    .on('checkExpectation', admitted(rejectExpectation(edge)))
  answerClientErrors(server, connections, edge.secure)
  return connections
}
