import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Settings that all connections to a distributed database need. */
export const SETTINGS = {
  'citus.enable_unsafe_triggers': 'on',
  // Otherwise a transaction that has asked every server may not change a table of which each has a copy.
  'citus.multi_shard_modify_mode': 'sequential',
}

/** Gives all later connections to the database the `SETTINGS`. */
export async function keepSettings(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  for (const statement of settingsOf(rows[0]?.name ?? '')) await sql.raw(statement).execute(db)
}

/** Returns the statements that give a database the `SETTINGS`. */
export const settingsOf = (database: string): string[] =>
  Object.entries(SETTINGS).map(
    ([name, value]) => `alter database "${database.replaceAll('"', '""')}" set ${name} = '${value}'`,
  )

/**
 * Returns why Citus cannot use its servers, or null. A write to two servers is a prepared transaction. Without its
 * maintenance process Citus ends no deadlock of two servers, and no prepared transaction of a lost connection.
 */
export async function problemOfServers(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string; port: number; answer: string | null }>`
    select nodename as name, nodeport as port, result as answer
    from run_command_on_all_nodes($$select (select setting::int from pg_settings where name = 'max_prepared_transactions')
      >= (select setting::int from pg_settings where name = 'max_connections')$$) r join pg_dist_node n on n.nodeid = r.nodeid`.execute(
    db,
  )
  const poor = rows.filter(({ answer }) => answer !== 't')
  if (poor.length > 0)
    return `${poor.map(({ name, port }) => `${name}:${port}`).join(', ')}: set max_prepared_transactions to at least max_connections`
  const { rows: daemons } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'Citus Maintenance Daemon'`.execute(
    db,
  )
  return daemons.length > 0
    ? null
    : 'The coordinator runs no maintenance process of Citus for this database: raise max_worker_processes'
}

/** Returns which of the `SETTINGS` the database lacks, or null. */
export async function problemOfSettings(db: Db): Promise<string | null> {
  const { rows } = await sql<{ setting: string }>`
    select unnest(s.setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and s.setrole = 0`.execute(db)
  const missing = Object.entries(SETTINGS).filter(
    ([name, value]) => !rows.some(({ setting }) => setting === `${name}=${value}`),
  )
  return missing.length === 0
    ? null
    : `the database lacks the settings ${missing.map(([name]) => name).join(', ')}: npm run cli -- distribute`
}
