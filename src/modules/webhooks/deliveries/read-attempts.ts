import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
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
