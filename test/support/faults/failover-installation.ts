import { setTimeout as sleep } from 'node:timers/promises'
import { deriveKeys } from '../../../src/auth/keys.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { createWebhook } from '../../../src/modules/webhooks/create-webhook.ts'
import { startCluster, type Cluster } from '../cluster.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import type { Servers } from './lost-tails.ts'
import { createPostgresServer, type PostgresServer } from '../postgres-server.ts'
import { startReceiver, type Receiver } from '../clients/receiver.ts'
import { createTenant, type Tenant } from '../fixtures/scenario.ts'
import { DEADLINE_MS } from '../deadline.ts'

/** Processes of the service on one database. */
export type Processes = {
  cluster: Cluster
  /** The URL of the first web process. */
  url: string
  /** Submits a post, retrying while the database is unavailable. Returns its title. */
  submit: (title: string) => Promise<string>
  /** The titles of a list of the given length, oldest first. Retries while the database is unavailable. */
  titles: (length: number) => Promise<string[]>
}

export type Started = Processes & { servers: Servers }

type Role = 'web' | 'worker'

export type FailoverInstallation = {
  tenant: Tenant
  /** The receiver of the organization's webhook. */
  receiver: Receiver
  /** Starts processes behind a proxy, on copies of one server that contains the organization. */
  start(roles: Role[], options?: { hasStandby?: boolean }): Promise<Started>
  /** Starts processes on a server that contains the organization. */
  startOn(server: { url: string }, roles: Role[]): Promise<Processes>
  /** Stops everything that `start` started. */
  reset(): Promise<void>
  remove(): Promise<void>
}

/** Creates an installation on PostgreSQL servers of its own, for failovers and restores. */
export async function createInstallation(): Promise<FailoverInstallation> {
  const receiver = await startReceiver()
  const base = await createPostgresServer()
  const { secretKey } = base
  await base.start()
  const tenant = await fill(base, receiver)
  await base.stop()

  const ends: (() => Promise<unknown>)[] = []
  const reset = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  const startOn = async ({ url: database }: { url: string }, roles: Role[]): Promise<Processes> => {
    const cluster = await startCluster({ database: { url: database }, secretKey }, roles)
    ends.push(() => cluster.stop())
    const url = cluster.urls()[0] ?? ''
    return { cluster, url, ...callers(url, tenant) }
  }
  return {
    tenant,
    receiver,
    async start(roles, { hasStandby = false } = {}) {
      const server = async () => {
        const made = await base.copy()
        ends.push(() => made.remove())
        return made
      }
      const primary = await server()
      const standby = hasStandby ? await server() : null
      await primary.start()
      standby?.follow(primary)
      await standby?.start()
      const proxy = await startDatabaseProxy(primary.url)
      ends.push(() => proxy.close())
      return { servers: { primary, standby, proxy }, ...(await startOn(proxy, roles)) }
    },
    startOn,
    reset,
    async remove() {
      await reset()
      await receiver.close()
      await base.remove()
    },
  }
}

function callers(url: string, { key }: Tenant): Pick<Processes, 'submit' | 'titles'> {
  const call = async (path: string, body?: object) => {
    for (const end = Date.now() + DEADLINE_MS; ; await sleep(50)) {
      const response = await fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: { ...key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text) as { feature_requests: { title: string }[] }
      if (response.status !== 503 || Date.now() > end) throw new Error(`${response.status}: ${text}`)
    }
  }
  return {
    async submit(title) {
      await call('/api/v3/feature_requests', { title })
      return title
    },
    async titles(length) {
      const { feature_requests: posts } = await call(`/api/v3/feature_requests?per_page=${length}`)
      return posts.map(({ title }) => title).toReversed()
    },
  }
}

async function fill({ url, secretKey }: PostgresServer, receiver: Receiver): Promise<Tenant> {
  const database = await openDatabase({ url, max: 2 })
  const keys = deriveKeys(secretKey)
  const site = { publicUrl: 'http://127.0.0.1', pinned: true }
  const tenant = await createTenant({ services: { db: database.kysely, keys, site } })
  const by = {
    actorId: tenant.admin.id,
    encryptionKey: keys.encryption,
    allowedHosts: new Set(['127.0.0.1']),
  }
  await inTransaction(database.kysely, (tx) =>
    createWebhook(tx, tenant.organization.id, by, { url: `${receiver.url}/`, events: ['post_created'] }),
  )
  await database.close()
  return tenant
}
