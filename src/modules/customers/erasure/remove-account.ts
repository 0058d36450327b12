import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

/**
 * Deletes an account, with its sessions, unless a person of any organization has it. Call it after the person has lost
 * it. Returns whether it was deleted.
 */
export async function removeAccount(tx: Transaction, accountId: number | null): Promise<boolean> {
  if (accountId === null) return false
  // Waits for transactions that give the account to a person.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const { numAffectedRows } = await sql`delete from accounts where id = ${accountId}
    and not exists (select from users where account_id = ${accountId})`.execute(tx)
  return numAffectedRows === 1n
}
