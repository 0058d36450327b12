import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { notify } from '../../../db/history/notifications.ts'
import { afterCommit } from '../../../db/transaction.ts'

/**
 * Marks the queues of webhooks of an organization as due from a time on, in the transaction that queued the deliveries,
 * so that no worker misses them. Notifies workers after the commit.
 */
export async function scheduleQueues(
  tx: Transaction,
  { organizationId, webhookIds }: { organizationId: number; webhookIds: number[] },
  dueAt: Date,
): Promise<void> {
  if (webhookIds.length === 0) return
  await sql`insert into webhook_lanes (organization_id, webhook_id, app_organization_id, due_at)
    select ${organizationId}::int, woken.id, ${appOwnerOf(organizationId, sql`woken.id`)}, ${dueAt}::timestamptz
    from unnest(${webhookIds}::int[]) as woken (id) order by woken.id
    on conflict (organization_id, webhook_id) do update
      set due_at = least(webhook_lanes.due_at, excluded.due_at), wakes = webhook_lanes.wakes + 1`.execute(tx)
  afterCommit(tx, wakeWorkers)
}

const wakeWorkers = (db: Parameters<typeof notify>[0]) => notify(db, 'deliveries')

/**
 * Returns SQL of the organization that owns the app of a webhook's install. Null for a webhook of the
 * organization.
 */
export const appOwnerOf = (
  organizationId: number,
  webhookId: RawBuilder<unknown>,
) => sql`(select install.app_organization_id from webhooks w
  join oauth_installs install on install.organization_id = w.organization_id and install.id = w.install_id
  where w.organization_id = ${organizationId} and w.id = ${webhookId})`
