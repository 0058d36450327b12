import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AttemptRow } from './delivery-row.ts'

/**
 * Maximum number of attempts returned per delivery. The schedule has fewer, but a delivery that was often
 * repeated may have more.
 */
const MAX = 20

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
    select attempt.organization_id as "organizationId", attempt.webhook_id as "webhookId", attempt.delivery_id as "deliveryId",
      attempt.id, attempt.number, attempt.outcome, attempt.status, attempt.duration_ms as "durationMs", attempt.response,
      attempt.error, attempt.created_at as "createdAt"
    from unnest(${deliveryIds}::bigint[]) as wanted (id) cross join lateral (
      select * from delivery_attempts
      where organization_id = ${organizationId} and delivery_id = wanted.id
      order by number desc limit ${sql.lit(MAX)}) as attempt
    order by attempt.delivery_id, attempt.number, attempt.created_at`.execute(db)
  return rows.map((row) => [row.deliveryId, row] as const)
}
