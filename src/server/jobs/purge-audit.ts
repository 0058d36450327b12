import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { purgeAuditEntries } from '../../modules/audit/purge-audit-entries.ts'

const INTERVAL_MS = 3_600_000
const BATCH = 500
const ORGANIZATIONS = 1_000

type Options = {
  db: Db
  log: Logger
  /** Time for which entries are retained, in milliseconds. 0 is for ever. */
  auditRetention: number
}

/** Starts deleting old audit entries in small batches. Safe to run in several processes. */
export function startAuditPurge({ db, log, auditRetention: retentionMs }: Options): Job {
  let after = 0
  const work = async () => {
    if (retentionMs === 0) return false
    const organizations = await organizationsAfter(db, after)
    const deleted = await purgeAuditEntries(db, { organizations, retentionMs, batch: BATCH })
    if (deleted > 0) log.debug({ deleted }, 'old audit entries deleted')
    if (deleted < BATCH) after = organizations.at(-1) ?? 0
    return organizations.length > 0
  }
  return repeat({ name: 'deleting old audit entries', everyMs: INTERVAL_MS, log, work })
}

/** Returns the ids of the next organizations. */
async function organizationsAfter(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(ORGANIZATIONS)
    .execute()
  return rows.map(({ id }) => id)
}
