import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { listOwnedTables } from './owned-tables.ts'

/** Numbers of what a deletion of an organization would delete. */
type OwnedCounts = {
  /** Numbers of rows by table. Tables without rows are left out. */
  rows: Record<string, number>
  /** Accounts that no other organization has a person with. */
  accounts: number
  /** Installs of its apps in other organizations. */
  installsElsewhere: number
}

/** Counts what a deletion of an organization would delete. */
export async function countOwnedRows(db: Db, organizationId: number): Promise<OwnedCounts> {
  const rows: Record<string, number> = {}
  for (const { name } of await listOwnedTables(db)) {
    const count = await countIn(db, sql`${sql.table(name)} where organization_id = ${organizationId}`)
    if (count > 0) rows[name] = count
  }
  return {
    rows,
    accounts: await countIn(
      db,
      sql`users where organization_id = ${organizationId} and account_id is not null
        and not exists (select 1 from users other where other.account_id = users.account_id
          and other.organization_id <> ${organizationId})`,
    ),
    installsElsewhere: await countIn(
      db,
      sql`oauth_installs where app_organization_id = ${organizationId} and organization_id <> ${organizationId}
        and revoked_at is null`,
    ),
  }
}

async function countIn(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db)
  return found[0]?.count ?? 0
}
