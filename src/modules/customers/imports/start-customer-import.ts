import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import type { ImportState } from '../../../db/generated/tables.ts'
import type { ImportRun } from '../../../db/rows.ts'
import { databaseNow } from '../../../db/time.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { toActorColumns, type Actor } from '../../../events/actor.ts'
import { limitExceeded } from '../../../lib/errors.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { CUSTOMERS_CSV } from './customers-csv.ts'
import { readCustomerFile, type FileEntry, type FileError } from './read-customer-file.ts'

/** States of an import of customers. */
export type CustomerImportState = Extract<ImportState, 'planned' | 'running' | 'done'>

/** Row of an import. */
export type ImportRunRow = Omit<ImportRun, 'state'> & { state: CustomerImportState }

/** Maximum number of unfinished imports of an organization, and of finished ones that are retained. */
const MAX_UNFINISHED = 10
const MAX_FINISHED = 100
const RETRY_AFTER_S = 10

/**
 * Accepts a CSV file of customers (operation `importCustomersFromCsv`). Stores its valid rows, which a worker
 * imports, and the errors of the others, in one transaction. Deletes the oldest of more than 100 finished
 * imports. Returns the import.
 * @throws AppError as `readCustomerFile`; LIMIT_EXCEEDED if ten imports of the organization are unfinished
 */
export async function startCustomerImport(
  db: Db,
  organizationId: number,
  { csv, createdById, actor }: { csv: string; createdById: number; actor: Actor },
): Promise<ImportRunRow> {
  const { total, entries, errors, ignoredColumns } = await readCustomerFile(csv)
  const isDone = entries.length === 0
  return asBulk(() =>
    inTransaction(db, async (tx) => {
      await makeRoom(tx, organizationId)
      const run = await tx
        .insertInto('importRuns')
        .values({
          organizationId,
          source: CUSTOMERS_CSV,
          ...toActorColumns(actor),
          actorKind: actor.kind,
          createdById,
          ignoredColumns,
          total,
          failed: errors.length,
          ...(isDone && { state: 'done', startedAt: databaseNow, finishedAt: databaseNow }),
        })
        .returningAll()
        .$narrowType<{ state: CustomerImportState }>()
        .executeTakeFirstOrThrow()
      await insertEntries(tx, run, entries)
      await insertErrors(tx, run, errors)
      return run
    }),
  )
}

/** Locks the organization, so that its imports get their ids in the order in which they become visible. */
async function makeRoom(tx: Transaction, organizationId: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from import_runs
    where organization_id = ${organizationId} and source = ${CUSTOMERS_CSV} and state <> 'done'`.execute(tx)
  if (Number(rows[0]?.count) >= MAX_UNFINISHED)
    throw limitExceeded(
      `An organization can have ${MAX_UNFINISHED} imports waiting at a time; try again later`,
      RETRY_AFTER_S,
    )
  await sql`delete from import_runs where organization_id = ${organizationId} and id in (
    select id from import_runs where organization_id = ${organizationId} and source = ${CUSTOMERS_CSV} and state = 'done'
    order by id desc offset ${MAX_FINISHED - 1})`.execute(tx)
}

type RunKey = Pick<ImportRunRow, 'organizationId' | 'id'>

async function insertEntries(
  tx: Transaction,
  { organizationId, id }: RunKey,
  entries: FileEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await sql`insert into import_rows (organization_id, run_id, "row", rows, email, fields)
    select ${organizationId}::int, ${id}::int, e."row", e.rows, e.email, e.fields
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e("row" int, rows int, email text, fields jsonb)`.execute(tx)
}

async function insertErrors(
  tx: Transaction,
  { organizationId, id }: RunKey,
  errors: FileError[],
): Promise<void> {
  if (errors.length === 0) return
  await sql`insert into import_errors (organization_id, run_id, "row", email, person_email, problems)
    select ${organizationId}::int, ${id}::int, e."row", e.email, e."personEmail", e.problems
    from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
      as e("row" int, email text, "personEmail" text, problems jsonb)`.execute(tx)
}
