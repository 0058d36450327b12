import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { asBulk } from '../deadline.ts'
import { inTransaction } from '../transaction.ts'
import { distributeFunctions, problemOfFunctions } from './functions.ts'
import { dropRelations } from './relations.ts'
import { problemOfServers, problemOfSettings, keepSettings, SETTINGS } from './servers.ts'
import { listShardedTables, listTenantTables, readCitusVersion, REFERENCE_TABLES } from './tenant-tables.ts'

type Distribution = {
  /** Version of Citus. */
  citus: string
  /** Tables that this call copied to each server. */
  copied: string[]
  /** Tables that this call distributed by organization. */
  distributed: string[]
}

/** Deadline of a statement that copies a table, in milliseconds. */
export const COPY_MS = 24 * 3_600_000

/** Table with which the others are placed, so that the rows of an organization are on one server. */
const FIRST = 'users'

/**
 * Distributes the tables of organizations over the servers of a Citus cluster, whose coordinator the database is, in
 * one transaction, with the functions that their triggers and queries call. Repeat it after an upgrade, because
 * migrations create tables on the coordinator. Tables that are distributed already stay as they are. `shards` is the
 * number of parts of each table, which the first call decides. Stop the service before.
 * @throws Error without the extension Citus, with a server that Citus cannot use, or for no shards
 */
export async function distribute(db: Db, { shards }: { shards: number }): Promise<Distribution> {
  if (shards < 1) throw new Error('--shards must be at least 1')
  const citus = await readCitusVersion(db)
  if (citus === null)
    throw new Error(
      'The database has no extension citus: create it on each server of a Citus cluster, and set DATABASE_URL to the coordinator. On one server there is nothing to distribute.',
    )
  return asBulk(async () => {
    const problem = await problemOfServers(db)
    if (problem !== null) throw new Error(problem)
    await keepSettings(db)
    const sharded = await listShardedTables(db)
    const copied = REFERENCE_TABLES.filter((name) => !sharded.has(name))
    const distributed = (await listTenantTables(db)).filter((name) => !sharded.has(name))
    await inTransaction(db, async (tx) => {
      const restore = await dropRelations(tx, [...copied, ...distributed])
      await distributeTables(tx, { copied, distributed, shards })
      await distributeFunctions(tx)
      await restore()
    })
    return { citus, copied, distributed }
  })
}

type NewTables = { copied: string[]; distributed: string[]; shards: number }

async function distributeTables(tx: Transaction, { copied, distributed, shards }: NewTables): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS))
    await sql`set local ${sql.raw(name)} = ${sql.lit(value)}`.execute(tx)
  for (const name of copied) await sql`select create_reference_table(${name})`.execute(tx)
  for (const name of distributed)
    await (
      name === FIRST
        ? sql`select create_distributed_table(${name}, 'organization_id', shard_count => ${shards}::int)`
        : sql`select create_distributed_table(${name}, 'organization_id', colocate_with => ${FIRST})`
    ).execute(tx)
}

/**
 * Returns the state of the distribution in words, for the operator.
 * @throws Error that names what is not distributed, or the servers that Citus cannot use, on a Citus cluster
 */
export async function describeDistribution(db: Db): Promise<string> {
  const citus = await readCitusVersion(db)
  if (citus === null) return 'one server, without Citus'
  const sharded = await listShardedTables(db)
  const missing = [...REFERENCE_TABLES, ...(await listTenantTables(db))].filter((name) => !sharded.has(name))
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} are on the coordinator only: npm run cli -- distribute`)
  const problem =
    (await problemOfServers(db)) ?? (await problemOfFunctions(db)) ?? (await problemOfSettings(db))
  if (problem !== null) throw new Error(problem)
  return `Citus ${citus}, the tables of organizations are distributed`
}
