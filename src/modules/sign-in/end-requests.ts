import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

/** Ends the open requests of an address to sign in to an organization. */
export async function endRequests(tx: Transaction, organizationId: number, email: string): Promise<void> {
  await tx
    .updateTable('signInRequests')
    .set({ endedAt: databaseNow })
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('endedAt', 'is', null)
    .execute()
}
