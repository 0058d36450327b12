import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The queue of one webhook, held by one worker at a time. */
export type WebhookQueue = { organizationId: number; webhookId: number }

/** How long a lease lasts unless it is renewed, in seconds: as long a killed worker's lanes wait for another one. */
export const LEASE_SECONDS = 10

/** Renews every lease of `owner` and returns what it still holds: a lane that is missing has been taken over or removed. */
export async function renewLeases(db: Db, owner: string): Promise<WebhookQueue[]> {
  const { rows } = await sql<WebhookQueue>`
    update webhook_lanes set leased_until = now() + ${LEASE} where owner = ${owner} and leased_until >= now()
    returning organization_id as "organizationId", webhook_id as "webhookId"`.execute(db)
  return rows
}

/**
 * Gives a lane back until its next delivery is due, or behind those that wait when one is due already. False when
 * something was queued since `wakes` was read: then there is more to do.
 */
export async function releaseQueue(
  db: Db,
  owner: string,
  queue: WebhookQueue,
  { version: version, slow }: { version: number; slow: boolean },
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

/** Gives a lane back that may have more to do, behind those that wait already: in `pauseMs` milliseconds at the earliest. */
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

/** Gives back some lanes of `owner` as they are, or all, so that they are taken up again at once. */
export async function returnQueues(db: Db, owner: string, queues?: readonly WebhookQueue[]): Promise<void> {
  if (queues?.length === 0) return
  const named = queues
    ? sql`(organization_id, webhook_id) in (select * from unnest(
        ${queues.map(({ organizationId }) => organizationId)}::int[], ${queues.map(({ webhookId }) => webhookId)}::int[]))`
    : sql`true`
  await sql`update webhook_lanes set owner = null, leased_until = null where owner = ${owner} and ${named}`.execute(
    db,
  )
}

/** The duration of a lease, as SQL. */
export const LEASE = sql.lit(`${LEASE_SECONDS} seconds`)
