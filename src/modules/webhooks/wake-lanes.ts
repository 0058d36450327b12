import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { signal } from '../../db/signals.ts'
import { afterCommit } from '../../db/transaction.ts'

/**
 * Says that webhooks have something to deliver from a moment on, in the transaction that queued it, so that no worker
 * can overlook it. Workers are woken after the commit.
 */
export async function wakeLanes(
  tx: Transaction,
  lanes: { organizationId: number; webhookId: number }[],
  dueAt: Date,
): Promise<void> {
  if (lanes.length === 0) return
  await tx
    .insertInto('webhookLanes')
    .values(lanes.map(({ organizationId, webhookId }) => ({ organizationId, webhookId, dueAt })))
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'webhookId']).doUpdateSet({
        dueAt: sql<Date>`least(webhook_lanes.due_at, excluded.due_at)`,
        wakes: sql<number>`webhook_lanes.wakes + 1`,
      }),
    )
    .execute()
  afterCommit(tx, wakeWorkers)
}

const wakeWorkers = (db: Parameters<typeof signal>[0]) => signal(db, 'deliveries')
