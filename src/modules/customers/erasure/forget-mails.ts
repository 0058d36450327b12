import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

/**
 * Empties the mails of a person, and cancels those that wait. One that is being sent may still leave, and its result is
 * not stored.
 */
export async function forgetMails(
  tx: Transaction,
  organizationId: number,
  { userId, emails }: { userId: number; emails: readonly string[] },
): Promise<void> {
  await sql`update mails set email = null, subject = null, reply = null, content_ciphertext = null, owner = null,
      state = case when state in ('queued', 'sending') then 'canceled' else state end
    where organization_id = ${organizationId} and (user_id = ${userId} or email = any(${emails}::text[]))`.execute(
    tx,
  )
}
