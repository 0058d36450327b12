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
    accounts: await countAccounts(db, organizationId),
    installsElsewhere: await countIn(
      db,
      sql`oauth_installs where app_organization_id = ${organizationId} and organization_id <> ${organizationId}
        and revoked_at is null`,
    ),
  }
}

/** Counts the accounts of its people that no other organization has a person with. */
async function countAccounts(db: Db, organizationId: number): Promise<number> {
  const people = await db
    .selectFrom('users')
    .select('accountId')
    .where('organizationId', '=', organizationId)
    .where('accountId', 'is not', null)
    .execute()
  const { rows: elsewhere } = await sql<{ id: number }>`select distinct account_id as id from users
    where account_id = any(${people.map(({ accountId }) => accountId)}::int[])
      and organization_id <> ${organizationId}`.execute(db)
  return people.length - elsewhere.length
}

async function countIn(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db)
  return found[0]?.count ?? 0
}
