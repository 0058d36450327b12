import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** The functions and aggregates of the schema, without those of extensions. */
const OWN = sql`pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p', 'a')
  and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

const NOT_COPIED = sql`not exists (
  select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`

/** With a generic plan Citus does not find the server of an organization. */
const GENERIC = sql`'plan_cache_mode=force_generic_plan' = any(p.proconfig)`

/**
 * Copies functions and aggregates to each server, whose triggers and queries call them. Follows the distribution of the
 * tables, because functions return their rows. Those that are there stay.
 */
export async function distributeFunctions(tx: Transaction): Promise<void> {
  const { rows: generic } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from ${OWN} and ${GENERIC}`.execute(tx)
  for (const { signature } of generic)
    await sql`alter function ${sql.raw(signature)} reset plan_cache_mode`.execute(tx)
  await sql`set local citus.propagate_set_commands = 'local'`.execute(tx)
  // A function may call one that is created after it.
  await sql`set local check_function_bodies = off`.execute(tx)
  await sql`select create_distributed_function(p.oid::regprocedure) from ${OWN} and ${NOT_COPIED}`.execute(tx)
}

/** Returns what is missing of the functions of a distributed database, or null. */
export async function problemOfFunctions(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select p.proname as name from ${OWN} and (${NOT_COPIED} or ${GENERIC}) order by 1`.execute(db)
  return rows.length === 0
    ? null
    : `the functions ${rows.map(({ name }) => name).join(', ')} are not ready on each server: npm run cli -- distribute`
}
