import type { SecretKeySource } from '../auth/keys.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { startDelivery } from '../delivery/worker.ts'
import type { Services } from '../graphql/context.ts'
import type { Logger } from '../lib/logger.ts'
import { schema } from '../schema.ts'
import { startDeliveryChanges } from '../server/jobs/finish-deliveries.ts'
import { startInstallRevocation } from '../server/jobs/revoke-installs.ts'
import { startLogRetention } from '../server/jobs/log-retention.ts'
import { startOAuthPurge } from '../server/jobs/purge-oauth.ts'
import { publicUrlOf } from '../server/lifecycle/public-url.ts'
import { startRevisionCompaction } from '../server/jobs/compact-revisions.ts'
import { startChangelogPublisher } from '../server/jobs/publish-changelogs.ts'
import { closeRealtime, createServices, openRealtime } from '../server/start.ts'

type WorkerOptions = {
  config: Config
  database: Database
  secretKey: SecretKeySource
  log: Logger
  /** Services shared with the web role of the same process, or null without that role. */
  services: Services | null
}

/**
 * Starts deliveries, scheduled publication and periodic maintenance. Returns a function that stops them in
 * order.
 */
export async function startWorker(options: WorkerOptions): Promise<() => Promise<void>> {
  const { config, database, log } = options
  const services = options.services ?? (await ownServices(options))
  const work = { ...config, db: database.kysely, log }
  const running = [
    startDelivery({ ...config, schema, services, log }),
    startDeliveryChanges(work),
    startInstallRevocation(work),
    startChangelogPublisher(work),
    startOAuthPurge(work),
    startLogRetention(work),
    startRevisionCompaction(work),
  ]
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    if (!options.services) await closeRealtime(services)
  }
}

async function ownServices({ config, database, secretKey, log }: WorkerOptions): Promise<Services> {
  const site = { publicUrl: publicUrlOf(config), pinned: config.publicUrl !== null }
  return createServices(database, secretKey, site, await openRealtime(database, log), config)
}
