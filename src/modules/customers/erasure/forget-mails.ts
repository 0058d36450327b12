import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { ErasureHashes } from './erasure-hashes.ts'

/**
 * Empties the mails of a person, and cancels those that wait. One that is being sent may still leave, and its result is
 * not stored. A suppression keeps only the hash of the address, so that an erased person still receives no mail.
 */
export async function forgetMails(
  tx: Transaction,
  organizationId: number,
  { userId, emails, hashes }: { userId: number; emails: readonly string[]; hashes: ErasureHashes },
): Promise<void> {
  await sql`update mails set email = null, subject = null, reply = null, content_ciphertext = null, owner = null,
      state = case when state in ('queued', 'sending') then 'canceled' else state end
    where organization_id = ${organizationId} and (user_id = ${userId} or email = any(${emails}::text[]))`.execute(
    tx,
  )
  // A former person with the address may have left its hash.
  for (const email of emails) {
    const hash = hashes.ofEmail(email)
    await sql`delete from mail_suppressions where organization_id = ${organizationId} and email_hash = ${hash}
      and exists (select 1 from mail_suppressions other where other.organization_id = ${organizationId}
        and other.email = ${email})`.execute(tx)
    await sql`update mail_suppressions set email = null, detail = null, email_hash = ${hash}
      where organization_id = ${organizationId} and email = ${email}`.execute(tx)
  }
}
