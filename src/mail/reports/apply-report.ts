import { sql } from 'kysely'
import type { Keys } from '../../auth/keys.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { RowKey } from '../../db/writes/by-organization.ts'
import { ACCOUNT_MAIL } from '../../modules/mail/queue-mail.ts'
import { suppressAddress } from '../../modules/mail/suppressions/suppress-address.ts'
import type { Report } from './report.ts'

/**
 * Marks the mail of a report, and suppresses its address after a complaint or a permanent bounce. Without a mail it
 * acts in the organizations whose last mail to the address is at most 30 days old. Idempotent. Returns whether it
 * concerns a mail or an address.
 */
export async function applyReport(
  db: Db,
  keys: Pick<Keys, 'suppressions'>,
  report: Report,
): Promise<boolean> {
  const { mail, email } = report
  if (mail && (await inTransaction(db, (tx) => applyTo(tx, keys, mail, report)))) return true
  if (email === null) return false
  for (const key of await lastMails(db, email))
    await inTransaction(db, (tx) => applyTo(tx, keys, key, report))
  if (report.type === 'bounce' && report.permanent)
    await inTransaction(db, (tx) =>
      suppressAddress(tx, keys, { ...report, organizationId: ACCOUNT_MAIL, email, reason: 'bounce' }),
    )
  return true
}

/** Returns the last mail to an address of each organization. Mails are retained for 30 days. */
async function lastMails(db: Db, email: string): Promise<RowKey[]> {
  const { rows } =
    await sql<RowKey>`select organization_id as "organizationId", max(id)::int8 as id from mails
    where email = ${email} and sent_at is not null group by organization_id`.execute(db)
  return rows
}

/** Applies a report to a mail, unless the mail is to another address or its person was erased. */
async function applyTo(
  tx: Transaction,
  keys: Pick<Keys, 'suppressions'>,
  { organizationId, id }: RowKey,
  { type, permanent, email, detail }: Report,
): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('email')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.email || (email !== null && email !== row.email)) return false
  await tx
    .updateTable('mails')
    .set({ report: type === 'bounce' ? 'bounced' : 'complained' })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`report is distinct from 'complained'`)
    .execute()
  if (permanent || type === 'complaint')
    await suppressAddress(tx, keys, { organizationId, email: row.email, reason: type, detail })
  return true
}
