import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/**
 * Locks the requests of an address to sign in to an organization until the end of the transaction, those to come
 * included, so that limits of the address hold for requests at the same time.
 */
export async function lockAddress(tx: Transaction, organizationId: number, email: string): Promise<void> {
  const key = `sign-in/${organizationId}/${email}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}
