import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { inTransaction } from '../transaction.ts'
import { listShardedTables, listTenantTables, readCitusVersion, REFERENCE_TABLES } from './tenant-tables.ts'

type Distribution = {
  /** Version of Citus. */
  citus: string
  /** Tables that this call copied to each server. */
  copied: string[]
  /** Tables that this call distributed by organization. */
  distributed: string[]
}

/** Table with which the others are placed, so that the rows of an organization are on one server. */
const FIRST = 'users'

/**
 * Distributes the tables of organizations over the servers of a Citus cluster, whose coordinator the database is, in
 * one transaction. Repeat it after an upgrade, because migrations create tables on the coordinator. Tables that are
 * distributed already stay as they are. `shards` is the number of parts of each table, which the first call decides.
 * Stop the service before.
 * @throws Error without the extension Citus, or for no shards
 */
export async function distribute(db: Db, { shards }: { shards: number }): Promise<Distribution> {
  if (shards < 1) throw new Error('--shards must be at least 1')
  const citus = await readCitusVersion(db)
  if (citus === null)
    throw new Error(
      'The database has no extension citus: create it on each server of a Citus cluster, and set DATABASE_URL to the coordinator. On one server there is nothing to distribute.',
    )
  const sharded = await listShardedTables(db)
  const copied = REFERENCE_TABLES.filter((name) => !sharded.has(name))
  const distributed = (await listTenantTables(db)).filter((name) => !sharded.has(name))
  if (copied.length + distributed.length > 0) {
    await allowTriggers(db)
    await inTransaction(db, (tx) => distributeTables(tx, { copied, distributed, shards }))
  }
  return { citus, copied, distributed }
}

/** Allows triggers of distributed tables on all later connections. */
async function allowTriggers(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set citus.enable_unsafe_triggers = on`.execute(db)
}

type NewTables = { copied: string[]; distributed: string[]; shards: number }

/** Foreign keys are added again at the end, because none may lead to a table that is not distributed yet. */
async function distributeTables(tx: Transaction, { copied, distributed, shards }: NewTables): Promise<void> {
  await sql`set local citus.enable_unsafe_triggers = on`.execute(tx)
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
  const keys = await readForeignKeys(tx, [...copied, ...distributed])
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx)
  for (const name of copied) await sql`select create_reference_table(${name})`.execute(tx)
  for (const name of distributed)
    await (
      name === FIRST
        ? sql`select create_distributed_table(${name}, 'organization_id', shard_count => ${shards}::int)`
        : sql`select create_distributed_table(${name}, 'organization_id', colocate_with => ${FIRST})`
    ).execute(tx)
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      tx,
    )
}

/** Returns the foreign keys that lead from or to one of the tables. */
async function readForeignKeys(tx: Transaction, tables: string[]) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select source.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class source on source.oid = k.conrelid join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
      and (source.relname = any(${tables}::text[]) or target.relname = any(${tables}::text[]))
    order by 1, 2`.execute(tx)
  return rows
}

/**
 * Returns the state of the distribution in words, for the operator.
 * @throws Error that names the tables that are not distributed, on a Citus cluster
 */
export async function describeDistribution(db: Db): Promise<string> {
  const citus = await readCitusVersion(db)
  if (citus === null) return 'one server, without Citus'
  const sharded = await listShardedTables(db)
  const missing = [...REFERENCE_TABLES, ...(await listTenantTables(db))].filter((name) => !sharded.has(name))
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} are on the coordinator only: npm run cli -- distribute`)
  return `Citus ${citus}, the tables of organizations are distributed`
}
