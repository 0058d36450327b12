import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { ACCOUNT_MAIL } from '../../mail/queue-mail.ts'

/**
 * Deletes an account, with its sessions, its requests to set a password and its mails, unless a person of any
 * organization has it. Call it after the person has lost it. Returns whether it was deleted.
 */
export async function removeAccount(tx: Transaction, accountId: number | null): Promise<boolean> {
  if (accountId === null) return false
  // Waits for transactions that give the account to a person.
  const account = tx.selectFrom('accounts').select('id').where('id', '=', accountId)
  await lockedRow(tx, 'accounts', account, { mode: 'delete' })
  const { rows } = await sql<{ email: string }>`delete from accounts where id = ${accountId}
    and not exists (select 1 from users where account_id = ${accountId}) returning email`.execute(tx)
  const [removed] = rows
  if (!removed) return false
  await tx.deleteFrom('passwordResets').where('email', '=', removed.email).execute()
  const mails = tx.deleteFrom('mails').where('organizationId', '=', ACCOUNT_MAIL)
  await mails.where('email', '=', removed.email).execute()
  return true
}
