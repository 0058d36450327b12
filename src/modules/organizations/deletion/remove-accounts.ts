import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { removeAccount } from '../../customers/erasure/remove-account.ts'

const BATCH = 100

/**
 * Takes the accounts from the people of an organization, and deletes each that no other organization has a person
 * with. Works in batches of a transaction each. Returns the number of deleted accounts.
 */
export async function removeAccounts(db: Db, organizationId: number): Promise<number> {
  let removed = 0
  for (;;) {
    const people = await db
      .selectFrom('users')
      .select(['id', 'accountId'])
      .where('organizationId', '=', organizationId)
      .where('accountId', 'is not', null)
      .orderBy('accountId')
      .limit(BATCH)
      .execute()
    if (people.length === 0) return removed
    removed += await inTransaction(db, async (tx) => {
      await tx
        .updateTable('users')
        .set({ accountId: null })
        .where('organizationId', '=', organizationId)
        .where(
          'id',
          'in',
          people.map(({ id }) => id),
        )
        .execute()
      let count = 0
      for (const { accountId } of people) if (await removeAccount(tx, accountId)) count++
      return count
    })
  }
}
