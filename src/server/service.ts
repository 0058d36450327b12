import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createAccessTokens } from '../auth/access-token.ts'
import { createApiKeys } from '../auth/api-key.ts'
import { createClientThrottle } from '../auth/client-throttle.ts'
import { createFailedAttempts } from '../auth/failed-attempts.ts'
import { identify } from '../auth/identify.ts'
import { deriveKeys } from '../auth/keys.ts'
import type { Site } from '../auth/session-token.ts'
import { createSignInThrottle } from '../auth/sign-in-throttle.ts'
import type { Database } from '../db/database.ts'
import { createRevisions } from '../db/revisions.ts'
import { createSignals } from '../db/signals.ts'
import { createFeed } from '../events/feed.ts'
import type { Live, Services } from '../graphql/context.ts'
import { schema } from '../schema.ts'
import { createApp } from './app.ts'
import { graphqlDoor } from './graphql/door.ts'
import type { Health } from './health.ts'
import { createStreams } from './live/streams.ts'
import { createSubscriptions } from './live/subscriptions.ts'
import { storedAnswers } from './stored-answers.ts'
import { asksForWebSocket, serveWebSockets } from './websocket.ts'
import { createGraphql } from './graphql/yoga.ts'

/** What an operator can set. */
export type ServiceSettings = {
  /** Hosts that webhooks may lead to although they are not public. */
  webhookAllowedHosts?: string[]
  /** Seconds in which a refresh token that was just used gives the same new pair again; 60 by default, 0 for never. */
  oauthRefreshWindow?: number
  /** Megabytes of memory for answers that nothing has changed since; 64 by default, 0 for none. */
  answerMemoryMb?: number
}

export type ServiceOptions = ServiceSettings & {
  database: Database
  secretKey: Buffer
  /** Null: `http://HOST:PORT` of the listening socket. */
  publicUrl: string | null
  host: string
  /** 0 picks a free one. */
  port: number
  production: boolean
  log: Logger
  health: Health
}

export type WebService = {
  url: string
  services: Services
  /** Stops listening, tells live subscribers to connect again, lets running requests finish, then closes what is idle. */
  stop(): Promise<void>
}

/** What every part of the process shares, made from a database and the server's secret. */
export function createServices(
  database: Database,
  secretKey: Buffer,
  site: Site,
  live: Live,
  { webhookAllowedHosts = [], oauthRefreshWindow = 60 }: ServiceSettings = {},
): Services {
  const keys = deriveKeys(secretKey)
  const attempts = createFailedAttempts(database.kysely, keys.throttle)
  return {
    db: database.kysely,
    prisma: database.prisma,
    ...live,
    keys,
    apiKeys: createApiKeys(database.kysely),
    accessTokens: createAccessTokens(database.kysely),
    site,
    signInThrottle: createSignInThrottle(attempts),
    clientThrottle: createClientThrottle(attempts),
    oauthRefreshWindow,
    webhookAllowedHosts: new Set(webhookAllowedHosts.map((host) => host.toLowerCase())),
  }
}

/** Listens for HTTP. */
export async function startWeb(options: ServiceOptions): Promise<WebService> {
  const site = { publicUrl: options.publicUrl ?? '', pinned: options.publicUrl !== null }
  const live = await openLive(options.database, options.log)
  const services = createServices(options.database, options.secretKey, site, live, options)
  const { health, log, production } = options
  const graphql = createGraphql({ schema, services, log, production })
  const subscriptions = createSubscriptions(graphql)
  const streams = createStreams(graphql, subscriptions)
  const server = createServer(
    { shouldUpgradeCallback: asksForWebSocket },
    storedAnswers(createApp({ services, graphql: graphqlDoor(graphql, streams), health, log }), {
      identify: (credentials) => identify(services, credentials),
      revisions: createRevisions(options.database.kysely),
      isDraining: () => health.isDraining(),
      maxBytes: (options.answerMemoryMb ?? 64) * 1_048_576,
    }),
  )
  server.keepAliveTimeout = 65_000
  const webSockets = serveWebSockets(server, graphql, subscriptions, health)
  const { port } = await listen(server, options.port, options.host)
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
  site.publicUrl ||= url
  return {
    url,
    services,
    async stop() {
      const closing = close(server)
      streams.stop()
      await webSockets.stop()
      await closing
      await subscriptions.stop()
      await closeLive(live)
    },
  }
}

/** What a process hears from the others, and the event log as it grows. */
export async function openLive({ pool, kysely: db }: Database, log: Logger): Promise<Live> {
  const signals = createSignals(pool)
  return { signals, feed: await createFeed({ db, signals, log }) }
}

/** Ends what `openLive` has begun. */
export async function closeLive({ signals, feed }: Live): Promise<void> {
  await feed.close()
  await signals.close()
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

/** How long running requests may take once the service stops. */
const GRACE_MS = 6_000
const LOOK_MS = 50

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection whose last request ends becomes idle only then.
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  const overdue = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearInterval(looking)
  clearTimeout(overdue)
}
