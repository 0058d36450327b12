import { sql } from 'kysely'
import { idsByOrganization } from '../db/writes/by-organization.ts'
import type { Db } from '../db/database.ts'

/** Identifies the delivery queue of one webhook. One worker at a time leases it. */
export type WebhookQueue = { organizationId: number; webhookId: number }

/** Unique key of a queue. */
export const queueKey = ({ organizationId, webhookId }: WebhookQueue) => `${organizationId}/${webhookId}`

/** Duration of a lease in seconds, and the longest time that a killed worker's queues wait. */
export const LEASE_SECONDS = 10

/**
 * SQL of the current time, rounded to milliseconds as the columns of times are. A time that was written as
 * `now()` before is thus never later, although the column may have rounded it up.
 */
export const NOW = sql`now()::timestamptz(3)`

/** Renews all leases of `owner` and returns its queues. A missing one has been taken over or deleted. */
export async function renewLeases(db: Db, owner: string): Promise<WebhookQueue[]> {
  const organizations = await organizationsOf(db, owner)
  if (organizations.length === 0) return []
  const { rows } = await sql<WebhookQueue>`
    select organization_id as "organizationId", webhook_id as "webhookId"
    from renew_lanes(${owner}, ${organizations}::int[], ${LEASE}::interval)`.execute(db)
  return rows
}

/** Returns the organizations with queues that `owner` holds. */
async function organizationsOf(db: Db, owner: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct organization_id as id from webhook_lanes where owner = ${owner} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Version in which a queue was found empty, and whether its last attempt was slow. */
export type Found = { version: number; slow: boolean }

/**
 * Releases queues until their next delivery is due, as `releaseQueue` does. Returns for each whether it was released,
 * which is false also for one that another transaction has locked. The others do not wait for it.
 */
export async function releaseQueues(
  db: Db,
  owner: string,
  queues: readonly (WebhookQueue & Found)[],
): Promise<boolean[]> {
  const { rows } = await sql<WebhookQueue>`
    select organization_id as "organizationId", webhook_id as "webhookId"
    from release_lanes(${owner}, ${queues.map(({ organizationId }) => organizationId)}::int[],
      ${queues.map(({ webhookId }) => webhookId)}::int[], ${queues.map(({ version }) => version)}::bigint[],
      ${queues.map(({ slow }) => slow)}::boolean[])`.execute(db)
  const released = new Set(rows.map(queueKey))
  return queues.map((queue) => released.has(queueKey(queue)))
}

/**
 * Releases a queue until its next delivery is due. A queue with due deliveries moves behind the waiting ones.
 * Returns false if a delivery was queued since `version` was read, which means there is more to do.
 */
export async function releaseQueue(
  db: Db,
  owner: string,
  queue: WebhookQueue,
  { version, slow }: Found,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_lanes set owner = null, leased_until = null, slow = ${slow}, due_at = (
      select greatest(next.due_at, now()) from (
        select due_at from deliveries
        where organization_id = ${queue.organizationId} and webhook_id = ${queue.webhookId} and state = 'pending'
        order by due_at limit 1) next)
    where organization_id = ${queue.organizationId} and webhook_id = ${queue.webhookId}
      and owner = ${owner} and wakes = ${version}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Releases a queue that may have due deliveries, behind the waiting ones, for at least `pauseMs`
 * milliseconds.
 */
export async function returnQueue(
  db: Db,
  owner: string,
  queue: WebhookQueue,
  { pauseMs, slow }: { pauseMs: number; slow: boolean },
): Promise<void> {
  await sql`update webhook_lanes set owner = null, leased_until = null, slow = ${slow},
      due_at = now() + ${pauseMs} * interval '1 millisecond'
    where organization_id = ${queue.organizationId} and webhook_id = ${queue.webhookId} and owner = ${owner}`.execute(
    db,
  )
}

/** Releases some or all queues of `owner` unchanged, so that they can be claimed at once. */
export async function returnQueues(db: Db, owner: string, queues?: readonly WebhookQueue[]): Promise<void> {
  const webhooks = queues?.map(({ organizationId, webhookId: id }) => ({ organizationId, id }))
  const organizations = webhooks ? idsByOrganization(webhooks).keys() : await organizationsOf(db, owner)
  const ids = webhooks?.map(({ id }) => id) ?? null
  for (const organizationId of organizations)
    await sql`update webhook_lanes set owner = null, leased_until = null
      where organization_id = ${organizationId} and owner = ${owner}
        and (${ids}::int[] is null or webhook_id = any(${ids}::int[]))`.execute(db)
}

/** SQL of a lease's duration. */
export const LEASE = sql.lit(`${LEASE_SECONDS} seconds`)
