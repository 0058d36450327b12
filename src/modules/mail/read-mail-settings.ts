import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { PAUSED } from './paused.ts'

/** Numbers of mails of an organization, and the reply of a mail server that refuses all mail. */
export type MailNumbers = { sentToday: number; waiting: number; problem: string | null }

/** Reads the numbers of an organization's mails by an index, and the problem of the installation's mail server. */
export async function readMailSettings(db: Db, organizationId: number): Promise<MailNumbers> {
  const { rows } = await sql<MailNumbers>`
    select count(*) filter (where state = 'sent' and sent_at >= date_trunc('day', now(), 'UTC'))::int as "sentToday",
      count(*) filter (where state in ('queued', 'sending'))::int as "waiting",
      (select reply from mails where state in ('queued', 'sending') and reason = ${PAUSED} limit 1) as problem
    from mails where organization_id = ${organizationId}`.execute(db)
  return rows[0] ?? { sentToday: 0, waiting: 0, problem: null }
}
