import { readMigrationNames } from '../../db/migrations/files.ts'
import { pendingMigrations } from '../../db/migrations/migrate.ts'
import type { Database } from '../../db/database.ts'
import { within } from '../../db/deadline.ts'
import { isReadOnly } from '../../db/history/lineage.ts'
import { watchLag } from '../metrics/lag.ts'
import type { ProcessMetrics } from '../metrics/metrics.ts'
import { MIGRATIONS } from './bootstrap.ts'

const TIMEOUT_MS = 2_000
const READ_ONLY = 'the database is read-only'

/** State of the process for the health checks. */
export type Health = {
  /** Why the service is not ready. Null when it is. */
  problem(): Promise<string | null>
  /** Why the process cannot work and cannot recover without help. Null when it can. */
  failure(): string | null
  /** Whether the process is shutting down and accepts no new work. */
  isDraining(): boolean
  /** Metrics in the Prometheus text format. */
  metrics(): Promise<{ contentType: string; text: string }>
}

export type Readiness = Health & {
  /** Makes the process not ready, while it goes on working. */
  announceStop(): void
  /** Stops the process from accepting new work. */
  drain(): void
}

/**
 * Creates the readiness check: database reachable and writable, its disk not full, migrations applied, not
 * draining (contract 8). `failure` returns why the database cannot be started, or null.
 */
export function createReadiness(
  database: Database,
  { setLag, setPool, text }: Pick<ProcessMetrics, 'setLag' | 'setPool' | 'text'>,
  failure: () => string | null = () => null,
): Readiness {
  let [announced, draining] = [false, false]
  let migrated = false
  database.lineage.onChange(() => (migrated = false))
  // An upgrade may replace the files while this process runs.
  const migrations = readMigrationNames(MIGRATIONS)
  const measureLag = watchLag(database.kysely, setLag)
  return {
    announceStop: () => void (announced = true),
    drain: () => void (draining = announced = true),
    isDraining: () => draining,
    failure,
    async problem() {
      if (announced) return 'draining'
      const failed = failure() ?? database.disk.problem()
      if (failed) return failed
      try {
        const { rows } = await within(
          TIMEOUT_MS,
          database.pool.query<{ transaction_read_only: string }>('show transaction_read_only'),
        )
        if (rows[0]?.transaction_read_only !== 'off') return READ_ONLY
        migrated ||= (await within(TIMEOUT_MS, pendingMigrations(database.pool, migrations))).length === 0
        return migrated ? null : 'migrations are pending'
      } catch (error) {
        return isReadOnly(error) ? READ_ONLY : 'the database cannot be reached'
      }
    },
    async metrics() {
      setPool(database.pool)
      // An unknown lag is omitted. The other metrics are returned.
      await within(TIMEOUT_MS, measureLag()).catch(() => setLag(null))
      return text()
    },
  }
}
