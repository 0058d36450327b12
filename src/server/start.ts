import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'
import { identify } from '../auth/identify.ts'
import type { SecretKeySource } from '../auth/keys.ts'
import type { Site } from '../auth/session-token.ts'
import type { Database } from '../db/database.ts'
import { createRevisions } from '../db/revisions.ts'
import type { Services } from '../graphql/context.ts'
import { schema } from '../schema.ts'
import { createApp } from './http/app.ts'
import { answerClientErrors } from './http/edge/client-errors.ts'
import { Connections } from './http/edge/connections.ts'
import { createForwarding } from './http/edge/forwarding.ts'
import { httpTimeouts } from './http/edge/http-timeouts.ts'
import { DEFAULT_LIMITS, type Limits } from '../lib/http/server-limits.ts'
import { createMetricsAccess } from './http/edge/metrics-access.ts'
import { rejectExpectation } from './http/edge/reject-expectation.ts'
import { securityHeaders } from './http/edge/security-headers.ts'
import { createRequestLog } from '../lib/http/request-log.ts'
import { createTally } from '../lib/concurrency/tally.ts'
import { close, listen } from './http/listen.ts'
import { graphqlHandler } from './http/graphql-handler.ts'
import { createSite } from './lifecycle/public-url.ts'
import type { Health } from './lifecycle/readiness.ts'
import { closeRealtime, createServices, openRealtime, type SharedSettings } from './lifecycle/services.ts'
import type { ProcessMetrics } from './metrics/metrics.ts'
import { Streams } from './live/sse/streams.ts'
import { Subscriptions } from './live/subscriptions.ts'
import { createRequestContexts } from './http/request-context.ts'
import { withResponseCache } from './http/response-cache.ts'
import { asksForWebSocket, WebSockets } from './live/websocket/server.ts'
import { createEngine, type GraphqlEngine } from './graphql/engine.ts'

const DEFAULT_CACHE_MB = 64

/** Settings of the operator. */
export type ServiceSettings = SharedSettings & {
  /** Size of the response cache in megabytes. Default 64. 0 disables it. */
  responseCacheMb?: number
  /**
   * Addresses and networks of trusted proxies, or their number. Their `X-Forwarded-*` headers are used.
   * Default none.
   */
  trustedProxies?: string[] | number
  limits?: Partial<Limits>
  /** Separate port for `/metrics`. Default null. */
  metricsPort?: number | null
  /** Bearer token that `/metrics` requires. Default null. */
  metricsToken?: string | null
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
  const live = await openRealtime(options.database, options.log)
  const services = createServices({ ...options, site, live }, options)
  const { health, log, production } = options
  const edge = createEdge(options, site)
  const { limits, forwarding, secure } = edge
  const graphql = createEngine({ schema, services, log, production, forwarding, limits })
  const subscriptions = new Subscriptions(graphql)
  const slots = createTally(limits.connectionsPerAddress)
  const streams = new Streams(graphql, subscriptions, slots)
  const server = createServer({ ...httpTimeouts(limits), shouldUpgradeCallback: asksForWebSocket })
  const connections = serveHttp(server, edge, createListener(options, edge, graphql, streams))
  const webSockets = new WebSockets({ server, graphql, subscriptions, health, secure, slots })
  const url = await listen(server, options.port, options.host).catch(async (error: unknown) => {
    await closeRealtime(live)
    throw error
  })
  listensAt(url)
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
      await closeRealtime(live)
    },
  }
}

/** Limits, headers and proxies, as configured. */
type Edge = ReturnType<typeof createEdge>

function createEdge(options: ServiceOptions, site: Site) {
  const { metrics, metricsPort = null, metricsToken = null, trustedProxies = [] } = options
  const hasProxies = trustedProxies !== 0 && [trustedProxies].flat().length > 0
  return {
    forwarding: createForwarding(trustedProxies, site),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    secure: securityHeaders(options.publicUrl),
    metrics,
    metricsAccess: createMetricsAccess({ metricsPort, metricsToken, hasProxies }, site),
    measureRequest: metrics.measureRequest,
  }
}

/** Creates the application behind its response cache. */
function createListener(
  options: ServiceOptions,
  edge: Edge,
  graphql: GraphqlEngine,
  streams: Streams,
): RequestListener {
  const { health, log, database, responseCacheMb = DEFAULT_CACHE_MB } = options
  const { services } = graphql
  const contextOf = createRequestContexts((credentials) => identify(services, credentials))
  const requestLog = createRequestLog(log)
  const handler = graphqlHandler(graphql, streams, contextOf)
  const app = createApp({ ...edge, services, graphql: handler, health, log, requestLog, contextOf })
  return withResponseCache(app, {
    contextOf,
    log,
    revisions: createRevisions(database),
    isDraining: () => health.isDraining(),
    originOf: edge.forwarding.originOf,
    secure: edge.secure,
    measureRequest: edge.measureRequest,
    requestLog,
    maxBytes: responseCacheMb * 1_048_576,
  })
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
    .on('request', admitted(listener))
    .on('checkExpectation', admitted(rejectExpectation(edge.secure, edge.measureRequest)))
  answerClientErrors(server, connections, edge.secure)
  return connections
}
