import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notify } from '../../db/history/notifications.ts'
import { databaseNow } from '../../db/time.ts'
import { notFound } from '../../lib/errors.ts'

/** Marks the items of the bell of a person as read: one, or all up to it. Idempotent. @throws AppError NOT_FOUND */
export async function markRead(
  db: Db,
  organizationId: number,
  { userId, id, andBefore }: { userId: number; id: number; andBefore: boolean },
): Promise<void> {
  const item = await db
    .selectFrom('notifications')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!item) throw notFound('Notification')
  await sql`update notifications set read_at = ${databaseNow}
    where organization_id = ${organizationId} and user_id = ${userId} and read_at is null
      and ${andBefore ? sql`id <= ${id}` : sql`id = ${id}`}`.execute(db)
  notify(db, `bell:${organizationId}`)
}
