import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Ends an API key for good: every process refuses it within a second, and this one at once when its
 * `ApiKeys` forget what they know. Revoking it again changes nothing. Returns its row.
 * @throws AppError NOT_FOUND
 */
export async function revokeApiKey(db: Db, organizationId: number, id: number) {
  const row = await db
    .updateTable('apiKeys')
    .set({ revokedAt: sql<Date>`coalesce(revoked_at, ${now()})` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('API key')
  return row
}
