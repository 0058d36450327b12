import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { snakeCase } from '../../../lib/text/case.ts'
import { ATTEMPT_COLUMNS, type AttemptRow } from './delivery-row.ts'

/** Maximum time between the start of an attempt and its storage. */
const LATEST_START = sql.lit('1 day')

/** Returns at most `limit` attempts of a webhook with a higher id, in the order in which they were stored. */
export function readAttempts(
  db: Db,
  organizationId: number,
  { webhookId, after, limit }: { webhookId: number; after: number; limit: number },
): Promise<AttemptRow[]> {
  return db
    .selectFrom('deliveryAttempts')
    .select(ATTEMPT_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('id', '>', after)
    .where('createdAt', '>', sql<Date>`now() - interval ${LATEST_START}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the id of the last attempt of a webhook, or 0 if there is none that a reader could miss. */
export async function lastAttempt(db: Db, organizationId: number, webhookId: number): Promise<number> {
  const row = await db
    .selectFrom('deliveryAttempts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('createdAt', '>', sql<Date>`now() - interval ${LATEST_START}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Id of the last attempt that a reader has received, by webhook. A missing webhook has none. */
type ReadPositions = Map<number, number>

/**
 * Returns at most `limit` attempts of all webhooks of an organization after the positions, in the order of their
 * ids, and moves the positions. Those of one webhook are stored in the order of their ids. Those of several may
 * not be, so that each webhook has a position of its own.
 */
export async function readAttemptsOfAll(
  db: Db,
  organizationId: number,
  { positions, limit }: { positions: ReadPositions; limit: number },
): Promise<AttemptRow[]> {
  const [ids, afters] = [[...positions.keys()], [...positions.values()]]
  const { rows } = await sql<AttemptRow>`
    select ${sql.raw(COLUMNS)} from webhooks w
    left join unnest(${ids}::int[], ${afters}::bigint[]) as seen (webhook_id, after) on seen.webhook_id = w.id
    cross join lateral (
      select * from delivery_attempts
      where organization_id = ${organizationId} and webhook_id = w.id and id > coalesce(seen.after, 0)
        and created_at > now() - interval ${LATEST_START}
      order by id limit ${sql.lit(limit)}) attempt
    where w.organization_id = ${organizationId} order by attempt.id limit ${sql.lit(limit)}`.execute(db)
  for (const { webhookId, id } of rows) positions.set(webhookId, id)
  return rows
}

const COLUMNS = ATTEMPT_COLUMNS.map((name) => `attempt.${snakeCase(name)} as "${name}"`).join(', ')

/** Returns the id of the last attempt of each webhook of an organization that a reader could miss. */
export async function lastAttempts(db: Db, organizationId: number): Promise<ReadPositions> {
  const { rows } = await sql<{ webhookId: number; id: number }>`
    select w.id as "webhookId", attempt.id from webhooks w cross join lateral (
      select id from delivery_attempts
      where organization_id = ${organizationId} and webhook_id = w.id
        and created_at > now() - interval ${LATEST_START}
      order by id desc limit 1) attempt
    where w.organization_id = ${organizationId}`.execute(db)
  return new Map(rows.map(({ webhookId, id }) => [webhookId, id]))
}
