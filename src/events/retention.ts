import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import {
  alterPartitions,
  dropPartition,
  createPartitions,
  PARTITIONED,
  partitionsBefore,
  type Partitioned,
} from '../db/partitions.ts'

/** How long events, deliveries and attempts are kept at least, in days (contract chapter 6). Whole weeks are dropped. */
const RETENTION_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Makes room for the weeks to come and drops those that ended more than 30 days ago. A table's part is dropped as a
 * whole, which costs nothing however much is in it; what stands in no week's part is deleted. Any number of processes
 * may do so at once.
 */
export async function applyRetention(db: Db, at: Date): Promise<void> {
  await createPartitions(db, at)
  const moment = new Date(at.getTime() - RETENTION_DAYS * DAY_MS)
  for (const table of PARTITIONED) {
    await alterPartitions(db, table, async (tx) => {
      for (const { name } of await partitionsBefore(tx, table, moment)) {
        if (table === 'events') await recordPruned(tx, sql`${sql.table(name)}`)
        await dropPartition(tx, table, name)
      }
    })
    await deleteOther(db, table, moment)
  }
}

async function deleteOther(db: Db, table: Partitioned, moment: Date): Promise<void> {
  const old = sql`${sql.table(`${table}_other`)} where created_at < ${moment}`
  if (table === 'events') await recordPruned(db, old)
  await sql`delete from ${old}`.execute(db)
}

/** Remembers up to where the log is gone, so that a reader who stands before it is told instead of missing something. */
async function recordPruned(db: Db, rows: ReturnType<typeof sql>): Promise<void> {
  await sql`update event_log set forgotten = greatest(forgotten, (select max(position) from ${rows}))
    where exists (select from ${rows})`.execute(db)
}
