import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AttemptRow } from './delivery-row.ts'

/**
 * Maximum number of attempts returned per delivery. The schedule has fewer, but a delivery that was often
 * repeated may have more.
 */
const MAX = 20

const COLUMNS = sql`attempt.organization_id as "organizationId", attempt.webhook_id as "webhookId",
  attempt.delivery_id as "deliveryId", attempt.id, attempt.number, attempt.outcome, attempt.status,
  attempt.duration_ms as "durationMs", attempt.response, attempt.error, attempt.created_at as "createdAt"`

/**
 * Returns the latest 20 attempts of several deliveries, oldest first, each with the id of its delivery, in
 * one statement.
 */
export async function listAttempts(
  db: Db,
  organizationId: number,
  deliveryIds: number[],
): Promise<(readonly [deliveryId: number, AttemptRow])[]> {
  const { rows } = await sql<AttemptRow>`
    select ${COLUMNS} from unnest(${deliveryIds}::bigint[]) as wanted (id) cross join lateral (
      select * from delivery_attempts
      where organization_id = ${organizationId} and delivery_id = wanted.id
      order by number desc limit ${sql.lit(MAX)}) as attempt
    order by attempt.delivery_id, attempt.number, attempt.created_at`.execute(db)
  return rows.map((row) => [row.deliveryId, row] as const)
}

/**
 * Returns attempts by id. The index starts with the webhook, so the statement first finds the webhooks that
 * have attempts, one index lookup each. They include deleted ones.
 */
export async function findAttempts(db: Db, organizationId: number, ids: number[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    with recursive found (webhook_id) as (
      select min(webhook_id) from delivery_attempts where organization_id = ${organizationId}
      union all
      select (select min(webhook_id) from delivery_attempts
        where organization_id = ${organizationId} and webhook_id > found.webhook_id)
      from found where found.webhook_id is not null)
    select ${COLUMNS} from found join delivery_attempts as attempt on attempt.webhook_id = found.webhook_id
    where attempt.organization_id = ${organizationId} and attempt.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
