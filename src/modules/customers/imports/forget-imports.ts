import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

/** Problems of a row whose person was deleted, as JSON. */
export const DELETED_ROW = JSON.stringify([
  { code: 'UNPROCESSABLE', field: 'email', problem: 'belongs to a customer who was deleted' },
])

/**
 * Removes an e-mail address from the organization's imports. Errors of rows lose the address. Rows that are not
 * imported yet become errors without it, so that the import does not create the deleted person again. Returns the
 * number of changed entries.
 */
export async function forgetImports(tx: Transaction, organizationId: number, email: string): Promise<number> {
  const { rows } = await sql<{ entries: number }>`with removed as (
      delete from import_rows where organization_id = ${organizationId} and email = ${email}
      returning run_id, "row", rows
    ), counted as (
      update import_runs set failed = failed + removed.rows from removed
      where organization_id = ${organizationId} and id = removed.run_id
    ), recorded as (
      insert into import_errors (organization_id, run_id, "row", problems)
      select ${organizationId}::int, run_id, "row", ${DELETED_ROW}::jsonb from removed
    ), forgotten as (
      update import_errors set email = null, person_email = null
      where organization_id = ${organizationId} and person_email = ${email} returning 1
    )
    select (select count(*) from removed) + (select count(*) from forgotten) as entries`.execute(tx)
  return Number(rows[0]?.entries ?? 0)
}
