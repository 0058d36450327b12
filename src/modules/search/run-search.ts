import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { executeAsArrays } from '../../db/client/prepared-statements.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Time after which a search is repeated without ranks on a bounded number of rows, in milliseconds. */
const MAX_MS = 250
/** SQLSTATE of a statement that exceeds its time. */
const CANCELED = '57014'

/**
 * Executes the statement of a search. If it takes longer than 250 ms, PostgreSQL ends it, and the bounded one is
 * executed instead. A search inside of a transaction, whose time cannot be limited apart, is always bounded.
 * `statementText` returns the SQL of either. Returns the values of each row.
 */
export async function runSearch(
  db: Db,
  statementText: (isBounded: boolean) => string,
  values: readonly unknown[],
): Promise<unknown[][]> {
  const execute = (on: Db, isBounded: boolean) => executeAsArrays(on, statementText(isBounded), [...values])
  if (db.isTransaction) return execute(db, true)
  try {
    return await inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(MAX_MS)}`.execute(tx)
      return execute(tx, false)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELED) throw error
    return execute(db, true)
  }
}
