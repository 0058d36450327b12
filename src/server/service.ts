import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createApiKeys } from '../auth/api-key.ts'
import { deriveKeys } from '../auth/keys.ts'
import type { Site } from '../auth/session-token.ts'
import { createSignInThrottle } from '../auth/sign-in-throttle.ts'
import type { Database } from '../db/database.ts'
import type { Services } from '../graphql/context.ts'
import { createApp } from './app.ts'
import type { Health } from './health.ts'

export type ServiceOptions = {
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
  /** Stops listening, lets running requests finish, then closes what is idle. */
  stop(): Promise<void>
}

/** What every part of the process shares, made from a database and the server's secret. */
export function createServices(database: Database, secretKey: Buffer, site: Site): Services {
  return {
    db: database.kysely,
    prisma: database.prisma,
    keys: deriveKeys(secretKey),
    apiKeys: createApiKeys(database.kysely),
    site,
    signInThrottle: createSignInThrottle(),
  }
}

/** Listens for HTTP. */
export async function startWeb(options: ServiceOptions): Promise<WebService> {
  const site = { publicUrl: options.publicUrl ?? '', pinned: options.publicUrl !== null }
  const services = createServices(options.database, options.secretKey, site)
  const server = createServer(
    createApp({ services, health: options.health, log: options.log, production: options.production }),
  )
  server.keepAliveTimeout = 65_000
  const { port } = await listen(server, options.port, options.host)
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
  site.publicUrl ||= url
  return { url, services, stop: () => close(server) }
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

const GRACE_MS = 8_000

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const overdue = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearTimeout(overdue)
}
