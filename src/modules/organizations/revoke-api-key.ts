import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Revokes an API key permanently. Every process rejects it within one second, and this one as soon as its
 * `ApiKeys` cache is cleared. Idempotent. Returns its row.
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
