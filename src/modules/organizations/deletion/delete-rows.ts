import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { OwnedTable } from './owned-tables.ts'

const FIRST_BATCH = 100
const MAX_BATCH = 5_000
/** Milliseconds of a batch after which the next one is smaller. Below a fifth of them it is larger. */
const LONG_MS = 500

/**
 * Deletes the rows of an organization in a table, in batches of a transaction each. Their sizes follow the time that
 * they take, because rows of files are large. Returns the number of deleted rows.
 */
export async function deleteRows(
  db: Db,
  table: OwnedTable,
  { organizationId, onDeleted }: { organizationId: number; onDeleted: (rows: number) => void },
): Promise<number> {
  let batch = FIRST_BATCH
  let deleted = 0
  for (;;) {
    const begin = performance.now()
    const { numAffectedRows } = await deleteBatch(table, organizationId, batch).execute(db)
    const rows = Number(numAffectedRows ?? 0)
    if (rows === 0) return deleted
    deleted += rows
    onDeleted(rows)
    const ms = performance.now() - begin
    if (ms > LONG_MS) batch = Math.max(1, Math.floor(batch / 2))
    else if (ms < LONG_MS / 5) batch = Math.min(MAX_BATCH, batch * 2)
  }
}

/** Rows that no other row of the table refers to, so that chains of them are deleted from their ends. */
function deleteBatch({ name, key, inner }: OwnedTable, organizationId: number, batch: number) {
  const columns = (alias: string) => sql.join(key.map((column) => sql.ref(`${alias}.${column}`)))
  const ends = inner.map(
    (
      pairs,
    ) => sql`and not exists (select 1 from ${sql.table(name)} other where other.organization_id = ${organizationId}
      and ${sql.join(
        pairs.map(([column, referred]) => sql`${sql.ref(`other.${column}`)} = ${sql.ref(`one.${referred}`)}`),
        sql` and `,
      )})`,
  )
  return sql`delete from ${sql.table(name)} t where t.organization_id = ${organizationId} and (${columns('t')}) in (
    select ${columns('one')} from ${sql.table(name)} one where one.organization_id = ${organizationId}
    ${sql.join(ends, sql` `)} limit ${batch})`
}
