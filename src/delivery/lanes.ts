import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The queue of one webhook, held by one worker at a time. */
export type Lane = { organizationId: number; webhookId: number }

/** How long a lease lasts unless it is renewed, in seconds: as long a killed worker's lanes wait for another one. */
export const LEASE_SECONDS = 10

/**
 * Takes lanes that have something due and that nobody holds, the longest waiting first, for `owner`. All times are the
 * database's, so that workers on machines with different clocks agree.
 */
export async function claimLanes(db: Db, owner: string, limit: number): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    update webhook_lanes set owner = ${owner}, leased_until = now() + ${LEASE}
    where (organization_id, webhook_id) in (
      select organization_id, webhook_id from webhook_lanes
      where due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at limit ${limit} for update skip locked)
    returning organization_id as "organizationId", webhook_id as "webhookId"`.execute(db)
  return rows
}

/** Renews every lease of `owner` and returns what it still holds: a lane that is missing has been taken over or removed. */
export async function renewLanes(db: Db, owner: string): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    update webhook_lanes set leased_until = now() + ${LEASE} where owner = ${owner} and leased_until >= now()
    returning organization_id as "organizationId", webhook_id as "webhookId"`.execute(db)
  return rows
}

/**
 * Gives a lane back that has nothing due before its next delivery. False when something was queued since `wakes` was
 * read: then there is more to do.
 */
export async function releaseLane(db: Db, owner: string, lane: Lane, wakes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_lanes set owner = null, leased_until = null, due_at = (
      select min(due_at) from deliveries
      where organization_id = ${lane.organizationId} and webhook_id = ${lane.webhookId} and state = 'pending')
    where organization_id = ${lane.organizationId} and webhook_id = ${lane.webhookId}
      and owner = ${owner} and wakes = ${wakes}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Gives a lane back as it is, so that it is taken up again at once. */
export async function leaveLane(db: Db, owner: string, lane: Lane): Promise<void> {
  await sql`update webhook_lanes set owner = null, leased_until = null
    where organization_id = ${lane.organizationId} and webhook_id = ${lane.webhookId} and owner = ${owner}`.execute(
    db,
  )
}

/** Gives back all lanes of `owner` as they are, so that other workers go on at once. */
export async function leaveLanes(db: Db, owner: string): Promise<void> {
  await sql`update webhook_lanes set owner = null, leased_until = null where owner = ${owner}`.execute(db)
}

const LEASE = sql.lit(`${LEASE_SECONDS} seconds`)
