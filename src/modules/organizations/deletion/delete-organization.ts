import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { deleteApp } from '../../oauth/apps/delete-app.ts'
import { finishEndingsOf } from '../../oauth/installs/finish-revocations.ts'
import { closeOrganization } from './close-organization.ts'
import { deleteRows } from './delete-rows.ts'
import { listOwnedTables, type OwnedTable } from './owned-tables.ts'
import { removeAccounts } from './remove-accounts.ts'

/** Time after which every process has forgotten the credentials and addresses of a closed organization. */
const FORGOTTEN_MS = 2_000
/** Tables of which other work needs the row of the organization, or to which the deletion itself adds rows. */
const LAST = ['event_heads', 'revision_marks', 'revisions']

type Progress = (table: string, rows: number) => void

/**
 * Deletes an organization with everything that belongs to it, also its apps with their installs in other organizations.
 * It is closed first. Rows are deleted in batches of a transaction each, so that a call after a killed process
 * continues. Returns the numbers of rows that this call deleted, by table.
 */
export async function deleteOrganization(
  db: Db,
  organizationId: number,
  onProgress: Progress = () => {},
): Promise<Record<string, number>> {
  await inTransaction(db, (tx) => closeOrganization(tx, organizationId))
  await sleep(FORGOTTEN_MS)
  await endApps(db, organizationId)
  const deleted: Record<string, number> = { accounts: await removeAccounts(db, organizationId) }
  const tables = await listOwnedTables(db)
  for (const table of tables.filter(({ name }) => !LAST.includes(name))) {
    const onDeleted = (rows: number) => onProgress(table.name, rows)
    const rows = await deleteRows(db, table, { organizationId, onDeleted })
    if (rows > 0) deleted[table.name] = rows
  }
  await inTransaction(db, (tx) => deleteRest(tx, organizationId, tables))
  return deleted
}

/** Ends the apps of the organization in all organizations, in batches. */
async function endApps(db: Db, organizationId: number): Promise<void> {
  const apps = await db
    .selectFrom('oauthApps')
    .select(['organizationId', 'id', 'deletedAt'])
    .where('organizationId', '=', organizationId)
    .execute()
  for (const { deletedAt, ...app } of apps) {
    if (deletedAt === null)
      await inTransaction(db, (tx) => deleteApp(tx, organizationId, { key: app.id, actorId: null }))
    await finishEndingsOf(db, app)
  }
}

/**
 * Deletes the organization itself with what running requests and jobs have written since. Its lock waits for them, and
 * nothing can refer to it afterwards.
 */
async function deleteRest(
  tx: Transaction,
  organizationId: number,
  tables: readonly OwnedTable[],
): Promise<void> {
  const organization = tx.selectFrom('organizations').select('id').where('id', '=', organizationId)
  await lockedRow(tx, 'organizations', organization, { mode: 'delete' })
  const own = sql`where organization_id = ${organizationId}`
  await sql`delete from event_heads ${own}`.execute(tx)
  for (const { name } of tables.filter((table) => !LAST.includes(table.name)))
    await sql`delete from ${sql.table(name)} ${own}`.execute(tx)
  await tx.deleteFrom('accounts').where('actsInId', '=', organizationId).execute()
  await tx.deleteFrom('organizations').where('id', '=', organizationId).execute()
  // The deletions above left marks, and a running job may add marks to the counter until it releases them.
  await sql`delete from revision_marks ${own}`.execute(tx)
  await sql`delete from revisions ${own}`.execute(tx)
}
