import type { SecretKeySource } from '../../auth/keys.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { startDelivery } from '../../delivery/worker.ts'
import type { Services } from '../../graphql/context.ts'
import type { Metrics } from '../../graphql/metrics.ts'
import type { Logger } from '../../lib/log/logger.ts'
import { startPlanning } from '../../mail/planner.ts'
import { startMail } from '../../mail/worker.ts'
import { schema } from '../../schema.ts'
import { startDeliveryChanges } from './finish-deliveries.ts'
import { startInstallRevocation } from './revoke-installs.ts'
import { startDocumentFilling } from './fill-documents.ts'
import { startErasures } from './finish-erasures.ts'
import { startCustomerImports } from './import-customers.ts'
import { startLogRetention } from './log-retention.ts'
import { startResponsePurge } from './purge-responses.ts'
import { startExpiredRowPurge } from './purge-expired-rows.ts'
import { startTransferPurge } from './purge-transfers.ts'
import { startExports } from './run-exports.ts'
import { startImports } from './run-imports.ts'
import { startUploadPurge } from './purge-uploads.ts'
import { publicUrlOf } from '../lifecycle/public-url.ts'
import { startRevisionCompaction } from './compact-revisions.ts'
import { startAuditPurge } from './purge-audit.ts'
import { startChangelogPublisher } from './publish-changelogs.ts'
import { closeRealtime, createServices, openRealtime } from '../lifecycle/services.ts'

export type WorkerOptions = {
  config: Config
  database: Database
  secretKey: SecretKeySource
  metrics: Metrics
  log: Logger
  /** Services shared with the web role of the same process, or null without that role. */
  services: Services | null
}

/**
 * Starts deliveries, mail, scheduled publication and periodic maintenance. Returns a function that stops them in
 * order.
 */
export async function startWorker(options: WorkerOptions): Promise<() => Promise<void>> {
  const { config, database, log } = options
  const services = options.services ?? (await ownServices(options))
  const work = { ...config, db: database.kysely, log }
  const running = [
    startDelivery({ ...config, schema, services, log }),
    startMail({ services, schema, settings: config.mail, log }),
    startPlanning({
      ...{ services, windowMs: config.notifyAfter, log },
      mailsPerMinute: config.mail?.perMinute ?? 0,
    }),
    startDeliveryChanges(work),
    startInstallRevocation(work),
    startChangelogPublisher(work),
    startExpiredRowPurge(work),
    startResponsePurge(work),
    startUploadPurge(work),
    startLogRetention(work),
    startAuditPurge(work),
    startRevisionCompaction(work),
    startDocumentFilling(work),
    startCustomerImports(work),
    startImports({ services, log }),
    startExports({ services, log }),
    startTransferPurge(work),
    startErasures({ ...work, keys: services.keys }),
  ]
  return async () => {
    await Promise.all(running.map((job) => job.stop()))
    if (!options.services) await closeRealtime(services)
  }
}

async function ownServices({ config, database, secretKey, metrics, log }: WorkerOptions): Promise<Services> {
  const site = { publicUrl: publicUrlOf(config), pinned: config.publicUrl !== null }
  const live = openRealtime(database, log, metrics)
  return createServices({ database, secretKey, site, live, metrics }, config)
}
