import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AttemptRow } from './delivery-row.ts'

/** How long before now an attempt can have begun that is stored only now, in days. */
const LATEST_START = sql.lit('1 day')

/** The attempts of a webhook after one of an id, in the order in which they were stored; no more than `limit`. */
export function readAttempts(
  db: Db,
  organizationId: number,
  { webhookId, after, limit }: { webhookId: number; after: number; limit: number },
): Promise<AttemptRow[]> {
  return db
    .selectFrom('deliveryAttempts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('id', '>', after)
    .where('createdAt', '>', sql<Date>`now() - interval ${LATEST_START}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The id of the last attempt of a webhook; 0 when there is none that a reader could still miss. */
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
