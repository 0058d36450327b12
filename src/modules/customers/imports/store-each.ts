import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { storeCustomers } from '../store-customers.ts'
import type { RowCounts } from './advance-import.ts'
import type { ClaimedImport } from './claim-import.ts'
import type { FileEntry } from './read-customer-file.ts'

const NOT_STORED = JSON.stringify([{ code: 'INTERNAL', field: 'row', problem: 'could not be stored' }])

/** Whether the database rejects the data of a statement: SQLSTATE classes 22 and 23. */
export const isRejectedData = (error: unknown): boolean =>
  /^2[23]/.test((error as { code?: string } | null)?.code ?? '')

/**
 * Stores customers one by one, each in a savepoint. Records one that the database rejects as an error of its row.
 * Returns the numbers of rows.
 */
export async function storeEach(
  tx: Transaction,
  { organizationId, id, actor }: ClaimedImport,
  entries: readonly FileEntry[],
): Promise<RowCounts> {
  const counts: RowCounts = { created: 0, updated: 0, failed: 0 }
  for (const entry of entries) {
    await sql`savepoint entry`.execute(tx)
    try {
      const stored = await storeCustomers(tx, organizationId, [entry], actor)
      const created = stored.get(entry.email)?.wasCustomer === false ? 1 : 0
      counts.created += created
      counts.updated += entry.rows - created
    } catch (error) {
      if (!isRejectedData(error)) throw error
      await sql`rollback to savepoint entry`.execute(tx)
      counts.failed += entry.rows
      await sql`insert into import_errors (organization_id, run_id, "row", email, person_email, problems)
        values (${organizationId}, ${id}, ${entry.row}, ${entry.email}, ${entry.email}, ${NOT_STORED}::jsonb)`.execute(
        tx,
      )
    }
  }
  return counts
}
