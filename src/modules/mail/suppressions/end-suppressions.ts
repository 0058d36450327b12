import { sql } from 'kysely'
import type { Keys } from '../../../auth/keys.ts'
import type { Transaction } from '../../../db/database.ts'
import type { SuppressionReason } from '../../../db/generated/tables.ts'
import { ACCOUNT_MAIL } from '../queue-mail.ts'
import { addressHashes } from './address-hashes.ts'
import { readableHashes } from './readable-hashes.ts'

type Ended = {
  /** Normalized address. */
  email: string
  /** Reasons that end. */
  reasons: readonly SuppressionReason[]
}

/**
 * Lets an address receive the mail of an organization again, also one of an erased person. A bounce also ends for all
 * organizations. Idempotent.
 */
export async function endSuppressions(
  tx: Transaction,
  keys: Pick<Keys, 'suppressions' | 'encryption'>,
  organizationId: number,
  { email, reasons }: Ended,
): Promise<void> {
  const hash = (await readableHashes(tx, keys, organizationId))?.ofEmail(email) ?? null
  await sql`delete from mail_suppressions where organization_id = ${organizationId}
    and reason = any(${reasons}::suppression_reason[]) and (email = ${email} or email_hash = ${hash}::bytea)`.execute(
    tx,
  )
  if (!reasons.includes('bounce')) return
  await tx
    .deleteFrom('mailSuppressions')
    .where('organizationId', '=', ACCOUNT_MAIL)
    .where('emailHash', 'in', addressHashes(keys, email))
    .execute()
}
