import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { freePort } from '../support/free-port.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { startMailReceiver, type MailReceiver } from './news.ts'
import type { Tenant } from '../support/fixtures/scenario.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { createDisturbances, type Disturbances } from './disturbances.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { startSoakPostgres, type SoakPostgres } from './postgres.ts'
import { superviseService, type ServiceProcess } from './service-process.ts'
import { foundTenant } from './world.ts'

export type System = {
  /** Directory of the logs and records. */
  directory: string
  postgres: SoakPostgres
  /** The proxy between the processes and PostgreSQL. */
  proxy: DatabaseProxy
  processes: ServiceProcess[]
  disturbances: Disturbances
  ledger: Ledger
  mails: MailReceiver
  tenant: Tenant
  /** The organization that mails news. */
  newsTenant: Tenant
  stop(): Promise<void>
}

const START_MS = 60_000

/** Starts PostgreSQL, a proxy in front of it and two processes of the service, with an organization. */
export async function startSystem(directory: string): Promise<System> {
  const ledger = openLedger(join(directory, 'ledger.jsonl'))
  const disturbances = createDisturbances()
  const ending: (() => Promise<void>)[] = [() => ledger.close()]
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end()
  }
  try {
    const postgres = await startSoakPostgres(join(directory, 'data'))
    ending.push(() => postgres.stop())
    await migrate({ url: postgres.url, migrationsDir: join(ROOT, 'prisma/migrations') })
    const proxy = await startDatabaseProxy(postgres.url)
    ending.push(() => proxy.close())
    const mails = await startMailReceiver()
    ending.push(() => mails.stop())
    const secretKey = randomBytes(32)
    const ports = [await freePort(), await freePort()]
    const publicUrl = `http://127.0.0.1:${ports[0]}`
    const tenant = await foundTenant(postgres.url, secretKey, publicUrl)
    const newsTenant = await foundTenant(postgres.url, secretKey, publicUrl)
    const settings = {
      DATABASE_URL: proxy.url,
      SECRET_KEY: secretKey.toString('base64'),
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_RETRY_SCHEDULE: ['1s', '2s', '3s', ...Array.from({ length: 400 }, () => '5s')].join(','),
      WEBHOOK_TIMEOUT: '12s',
      RESPONSE_CACHE_MB: '8',
      SMTP_URL: mails.url,
      SMTP_TLS: 'off',
      MAIL_FROM: 'soak@mail.example',
      MAIL_PER_MINUTE: '0',
      MAIL_PER_DOMAIN_PER_MINUTE: '0',
      NOTIFY_AFTER: '2s',
    }
    const surroundings = { directory, ledger, disturbances }
    const processes = ports.map((port, index) =>
      superviseService(`process-${index + 1}`, port, settings, surroundings),
    )
    ending.push(async () => void (await Promise.all(processes.map((process) => process.stop()))))
    const ready = await Promise.all(processes.map((process) => process.ready(START_MS)))
    if (ready.includes(false)) throw new Error(`the service does not start; see ${directory}`)
    return { directory, postgres, proxy, processes, disturbances, ledger, mails, tenant, newsTenant, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
