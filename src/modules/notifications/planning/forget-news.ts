import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'

/**
 * Drops what the people of all organizations would be notified of, because the database was restored: they may have
 * been notified before. Mails that sign in stay, because their codes expire.
 */
export async function forgetNews(db: Db): Promise<void> {
  await sql`update notification_cursors l set read_to = h.last from event_heads h
    where h.organization_id = l.organization_id`.execute(db)
  await sql`update notification_topics set content = coalesce(content, '{}'), planned_at = ${databaseNow}
    where planned_at is null`.execute(db)
  await sql`update notifications set frequency = 'never'
    where frequency in ('daily', 'weekly') and digest_id is null`.execute(db)
  await sql`update mails set state = 'canceled', reason = 'The database was restored'
    where kind in ('notification', 'digest', 'team_digest') and state in ('queued', 'sending')`.execute(db)
}
