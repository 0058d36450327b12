import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { awaitErasures, countErasures } from '../../modules/customers/erasure/erasures-and-exports.ts'

/** Number of erasures after which an export holds back further ones, so that it ends. */
export const HOLDS_AFTER = 3

/**
 * Data that an export contains: of one person, or of the whole organization. `erasures` is their number in its rows.
 * Null if it holds them back, or without people.
 */
type Written = { organizationId: number; personId: number | null; erasures: number | null }

/**
 * Runs `finish` in a transaction that erasures wait for. Passes whether a person in the export was erased after its
 * rows were read.
 */
export function finishExport<T>(
  db: Db,
  { organizationId, personId, erasures }: Written,
  finish: (tx: Transaction, isStale: boolean) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    if (erasures === null) return finish(tx, false)
    await awaitErasures(tx, organizationId)
    return finish(tx, (await countErasures(tx, organizationId, personId)) !== erasures)
  })
}
