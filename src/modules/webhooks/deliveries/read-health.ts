import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Number of the latest attempts of a webhook from which its health is computed. */
export const HEALTH_ATTEMPTS = 500

/** Health of a webhook, from its latest attempts. */
export type WebhookHealth = {
  /** Id of the webhook. */
  id: number
  consecutiveFailures: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /** Share of the attempts of the last 24 hours that were delivered. Null without attempts. */
  successRate: number | null
}

/**
 * Returns the health of several webhooks, in one statement. It reads the latest 500 attempts of each.
 * An attempt that was refused before sending counts as a failure.
 */
export async function readHealth(db: Db, organizationId: number, ids: number[]): Promise<WebhookHealth[]> {
  const { rows } = await sql<WebhookHealth>`
    select wanted.id, health."consecutiveFailures", health."lastSuccessAt", health."lastFailureAt", health."successRate"
    from unnest(${ids}::int[]) as wanted (id) cross join lateral (
      select (count(*) filter (where id > coalesce(last_success, 0)))::int as "consecutiveFailures",
        max(created_at) filter (where outcome = 'delivered') as "lastSuccessAt",
        max(created_at) filter (where outcome <> 'delivered') as "lastFailureAt",
        avg((outcome = 'delivered')::int) filter (where created_at > now() - interval '1 day')::float8 as "successRate"
      from (select id, outcome, created_at, max(id) filter (where outcome = 'delivered') over () as last_success
        from (select id, outcome, created_at from delivery_attempts
          where organization_id = ${organizationId} and webhook_id = wanted.id
          order by id desc limit ${sql.lit(HEALTH_ATTEMPTS)}) as latest) as judged) as health`.execute(db)
  return rows
}
