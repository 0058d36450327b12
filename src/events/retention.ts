import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import {
  alterPartitions,
  dropPartition,
  createPartitions,
  PARTITIONED,
  partitionsBefore,
  type Partitioned,
} from '../db/history/partitions.ts'

/**
 * Creates partitions for the coming weeks and drops those that ended more than `retentionMs` before `at` (contract 6).
 * Rows without a weekly partition are deleted at that age. Safe to call from several processes at once.
 */
export async function applyRetention(db: Db, at: Date, retentionMs: number): Promise<void> {
  await createPartitions(db, at)
  const moment = new Date(at.getTime() - retentionMs)
  const busy = new Set<Partitioned>()
  for (const table of PARTITIONED) {
    // Events without their order would be a gap that no reader notices.
    if (table === 'events' && busy.has('event_order')) continue
    const isDone = await alterPartitions(db, table, async (tx) => {
      for (const { name } of await partitionsBefore(tx, table, moment)) {
        if (table === 'event_order') await recordPruned(tx, sql`${sql.table(name)}`)
        await dropPartition(tx, table, name)
      }
    })
    if (!isDone) busy.add(table)
    await deleteOther(db, table, moment)
  }
}

async function deleteOther(db: Db, table: Partitioned, moment: Date): Promise<void> {
  const old = sql`${sql.table(`${table}_other`)} where created_at < ${moment}`
  if (table === 'event_order') await recordPruned(db, old)
  await sql`delete from ${old}`.execute(db)
}

/**
 * Records the end of the deleted part of each organization's log, so that a reader whose cursor is before it receives
 * an error.
 */
async function recordPruned(db: Db, rows: ReturnType<typeof sql>): Promise<void> {
  await sql`update event_heads set forgotten = greatest(event_heads.forgotten, pruned.last)
    from (select organization_id, max(number) as last from ${rows} group by 1) pruned
    where pruned.organization_id = event_heads.organization_id`.execute(db)
}
