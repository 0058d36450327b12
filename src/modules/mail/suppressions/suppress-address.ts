import { sql } from 'kysely'
import type { Keys } from '../../../auth/keys.ts'
import type { Transaction } from '../../../db/database.ts'
import type { SuppressionReason } from '../../../db/generated/tables.ts'
import { databaseNow } from '../../../db/time.ts'
import { ACCOUNT_MAIL } from '../queue-mail.ts'
import { addressHashes } from './address-hashes.ts'

type Suppressed = {
  /** The organization of the mail, or `ACCOUNT_MAIL`. */
  organizationId: number
  /** Normalized address. */
  email: string
  reason: SuppressionReason
  /** Words of the report, as they arrived. */
  detail: string
}

/** Maximum length of the words of a report, in UTF-16 units. */
export const MAX_DETAIL = 512

/**
 * Ends the mail of an organization to an address. An address without a mailbox receives no mail of any organization.
 * A complaint about a mail to an account ends nothing, because such mails are the only way back to an account.
 * Idempotent: the first report remains, except that a complaint replaces a bounce, and a report here one of an import.
 */
export async function suppressAddress(
  tx: Transaction,
  keys: Pick<Keys, 'suppressions'>,
  { organizationId, email, reason, detail }: Suppressed,
): Promise<void> {
  const row = { organizationId, reason, createdAt: databaseNow }
  if (organizationId !== ACCOUNT_MAIL)
    await tx
      .insertInto('mailSuppressions')
      .values({ ...row, email, detail: detail.replaceAll('\0', '').slice(0, MAX_DETAIL) })
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'email'])
          .doUpdateSet((given) => ({
            reason: given.ref('excluded.reason'),
            detail: given.ref('excluded.detail'),
            importRunId: null,
          }))
          .where(
            sql<boolean>`mail_suppressions.reason < excluded.reason
              or (mail_suppressions.import_run_id is not null and mail_suppressions.reason = excluded.reason)`,
          ),
      )
      .execute()
  if (reason === 'bounce')
    await tx
      .insertInto('mailSuppressions')
      .values({ ...row, organizationId: ACCOUNT_MAIL, emailHash: addressHashes(keys, email)[0] })
      .onConflict((conflict) => conflict.columns(['organizationId', 'emailHash']).doNothing())
      .execute()
}
