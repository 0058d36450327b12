import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import type { Actor } from '../../../events/actor.ts'
import { storeCustomers } from '../store-customers.ts'
import type { ClaimedImport } from './claim-import.ts'
import type { FileEntry } from './read-customer-file.ts'
import { storeEach } from './store-each.ts'

/** Customers per transaction. */
const BATCH = 250

/** Numbers of rows by outcome. */
export type RowCounts = { created: number; updated: number; failed: number }

/**
 * Imports the next batch of a claimed import: stores its customers, deletes its rows and adds their number to the
 * progress, in the caller's transaction. Ends the import after its last row. `oneByOne` stores each customer alone, so
 * that one that the database rejects does not affect the others. Returns the number of customers.
 */
export async function advanceImport(
  tx: Transaction,
  claimed: ClaimedImport,
  { oneByOne = false }: { oneByOne?: boolean } = {},
): Promise<number> {
  const { organizationId, id, actor } = claimed
  const entries = await takeEntries(tx, claimed)
  const counts = oneByOne
    ? await storeEach(tx, claimed, entries)
    : await storeTogether(tx, organizationId, entries, actor)
  const isMore = await hasEntries(tx, claimed)
  await sql`update import_runs set
      created = created + ${counts.created}, updated = updated + ${counts.updated}, failed = failed + ${counts.failed},
      started_at = least(started_at, transaction_timestamp()), updated_at = ${databaseNow},
      state = ${isMore ? 'running' : 'done'}::import_state, finished_at = ${isMore ? null : databaseNow}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
  return entries.length
}

async function hasEntries(tx: Transaction, { organizationId, id }: ClaimedImport): Promise<boolean> {
  const { rows } = await sql`
    select 1 from import_rows where organization_id = ${organizationId} and run_id = ${id} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Deletes the next rows and returns them. */
async function takeEntries(tx: Transaction, { organizationId, id }: ClaimedImport): Promise<FileEntry[]> {
  const { rows } = await sql<FileEntry>`delete from import_rows
    where organization_id = ${organizationId} and run_id = ${id} and "row" in (
      select "row" from import_rows where organization_id = ${organizationId} and run_id = ${id}
      order by "row" limit ${BATCH})
    returning "row", rows, email, fields`.execute(tx)
  return rows.sort((one, other) => one.row - other.row)
}

async function storeTogether(
  tx: Transaction,
  organizationId: number,
  entries: FileEntry[],
  actor: Actor,
): Promise<RowCounts> {
  const stored = await storeCustomers(tx, organizationId, entries, actor)
  const created = entries.filter(({ email }) => stored.get(email)?.wasCustomer === false).length
  const rows = entries.reduce((sum, entry) => sum + entry.rows, 0)
  return { created, updated: rows - created, failed: 0 }
}
