import { createServer, type RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { createAccessTokens } from '../auth/access-token.ts'
import { createApiKeys } from '../auth/api-key.ts'
import { createClientThrottle } from '../auth/client-throttle.ts'
import { createFailedAttempts } from '../auth/failed-attempts.ts'
import { identify } from '../auth/identify.ts'
import { deriveKeys, type SecretKeySource } from '../auth/keys.ts'
import type { Site } from '../auth/session-token.ts'
import { createSignInThrottle } from '../auth/sign-in-throttle.ts'
import type { Database } from '../db/database.ts'
import { createRevisions } from '../db/revisions.ts'
import { createNotifications } from '../db/notifications.ts'
import { createFeed } from '../events/feed.ts'
import type { Live, Services } from '../graphql/context.ts'
import { DEFAULT_QUOTAS, type Quotas } from '../modules/organizations/quotas.ts'
import { schema } from '../schema.ts'
import { createApp } from './http/app.ts'
import { createBulkGate } from './lifecycle/bulk-gate.ts'
import { answerClientErrors } from './http/edge/client-errors.ts'
import { guardConnections } from './http/edge/connections.ts'
import { createForwarding } from './http/edge/forwarding.ts'
import { httpTimeouts } from './http/edge/http-timeouts.ts'
import { DEFAULT_LIMITS, type Limits } from './http/edge/limits.ts'
import { createMetricsAccess } from './http/edge/metrics-access.ts'
import { rejectExpectation } from './http/edge/reject-expectation.ts'
import { securityHeaders } from './http/edge/security-headers.ts'
import { createRequestLog } from '../lib/http/request-log.ts'
import { createTally } from '../lib/tally.ts'
import { close, listen } from './http/listen.ts'
import { graphqlHandler } from './http/graphql-handler.ts'
import type { Health } from './http/health.ts'
import { createStreams } from './live/sse/streams.ts'
import { createSubscriptions } from './live/subscriptions.ts'
import { withResponseCache } from './http/response-cache.ts'
import { asksForWebSocket, serveWebSockets } from './live/websocket/server.ts'
import { createEngine } from './graphql/engine.ts'

/** Settings of the operator. */
export type ServiceSettings = {
  /** Non-public hosts that webhooks may target. */
  webhookAllowedHosts?: string[]
  /**
   * Seconds in which a refresh token that was just used returns the same new pair again. Default 60. 0
   * disables this.
   */
  oauthRefreshWindow?: number
  /** Size of the response cache in megabytes. Default 64. 0 disables it. */
  answerMemoryMb?: number
  /** Maximum number of objects per organization. Missing ones have their default. */
  quotas?: Partial<Quotas>
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

export type ServiceOptions = ServiceSettings & {
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
}

export type WebService = {
  url: string
  services: Services
  /**
   * Stops listening, closes live connections so that clients reconnect, waits for running requests and closes
   * idle connections.
   */
  stop(): Promise<void>
}

/** Creates the services that the whole process shares. */
export function createServices(
  database: Database,
  secretKey: Buffer | SecretKeySource,
  site: Site,
  live: Live,
  { webhookAllowedHosts = [], oauthRefreshWindow = 60, quotas }: ServiceSettings = {},
): Services {
  const apiKeys = createApiKeys(database.kysely)
  const accessTokens = createAccessTokens(database.kysely)
  database.lineage.onChange(() => {
    apiKeys.clear()
    accessTokens.clear()
  })
  const keys = deriveKeys(secretKey)
  const connections = database.pool.options.max
  const attempts = createFailedAttempts(database.kysely, keys.throttle)
  return {
    db: database.kysely,
    prisma: database.prisma,
    lineage: database.lineage,
    ...live,
    keys,
    apiKeys,
    accessTokens,
    site,
    signInThrottle: createSignInThrottle(attempts),
    clientThrottle: createClientThrottle(attempts),
    oauthRefreshWindow,
    webhookAllowedHosts: new Set(webhookAllowedHosts.map((host) => host.toLowerCase())),
    quotas: { ...DEFAULT_QUOTAS, ...quotas },
    bulk: createBulkGate(connections),
    connections,
  }
}

/** Starts the HTTP server. */
export async function startWeb(options: ServiceOptions): Promise<WebService> {
  const site = { publicUrl: options.publicUrl ?? '', pinned: options.publicUrl !== null }
  const live = await openRealtime(options.database, options.log)
  const services = createServices(options.database, options.secretKey, site, live, options)
  const { health, log, production, metricsPort = null, metricsToken = null } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { trustedProxies = [] } = options
  const forwarding = createForwarding(trustedProxies, site)
  const secure = securityHeaders(options.publicUrl)
  const hasProxies = trustedProxies !== 0 && [trustedProxies].flat().length > 0
  const metrics = createMetricsAccess({ metricsPort, metricsToken, hasProxies }, site)
  const graphql = createEngine({ schema, services, log, production, forwarding, limits })
  const subscriptions = createSubscriptions(graphql)
  const slots = createTally(limits.connectionsPerAddress)
  const streams = createStreams(graphql, subscriptions, slots)
  const requestLog = createRequestLog(log)
  const edge = { forwarding, limits, secure, metrics }
  const handler = graphqlHandler(graphql, streams)
  const app = createApp({ ...edge, services, graphql: handler, health, log, requestLog })
  const answer = withResponseCache(app, {
    identify: (credentials) => identify(services, credentials),
    revisions: createRevisions(options.database),
    isDraining: () => health.isDraining(),
    originOf: forwarding.originOf,
    secure,
    requestLog,
    maxBytes: (options.answerMemoryMb ?? 64) * 1_048_576,
  })
  const server = createServer({ ...httpTimeouts(limits), shouldUpgradeCallback: asksForWebSocket })
  const connections = guardConnections(server, edge)
  const admitted =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      if (connections.admit(request, response)) listener(request, response)
    }
  server.on('request', admitted(answer)).on('checkExpectation', admitted(rejectExpectation(secure)))
  answerClientErrors(server, connections, secure)
  const webSockets = serveWebSockets({ server, graphql, subscriptions, health, secure, slots: slots })
  const url = await listen(server, options.port, options.host)
  site.publicUrl ||= url
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

/** Opens the notifications between processes and the feed of the event log. */
export async function openRealtime({ pool, directUrl, kysely: db }: Database, log: Logger): Promise<Live> {
  const signals = createNotifications(pool, { log, directUrl })
  return { signals, feed: await createFeed({ db, signals, log }) }
}

/** Closes the services of `openRealtime`. */
export async function closeRealtime({ signals, feed }: Live): Promise<void> {
  await feed.close()
  await signals.close()
}
