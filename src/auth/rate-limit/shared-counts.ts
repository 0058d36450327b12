import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { WINDOW_SECONDS } from './bucket.ts'

/** Units to add to the count of a credential in a window. */
type Addition = { credential: string; window: number; units: number }

/** Returns the units to add for a credential in its current window. */
export const additionOf = ({ credential, window }: Omit<Addition, 'units'>, units: number): Addition => ({
  credential,
  window,
  units,
})

/** Answer of the database, whose time is in milliseconds since 1970. */
type Counts = {
  /** Units of all servers, by credential. Missing if the database has a later window. */
  totals: Record<string, number>
  /** Number of servers that share the limits, this one included. */
  servers: number
  databaseMs: number
}

/** A server that has not been seen for this time shares no limit any more, in seconds. */
export const SERVER_GONE_SECONDS = 30
/** Windows after which a count is deleted. */
const KEPT_WINDOWS = 60

export type SharedCounts = ReturnType<typeof createSharedCounts>

/** Creates the counts of units that all servers of a database share. */
export function createSharedCounts(db: Db) {
  const id = randomUUID()
  return {
    /** Adds units, registers this server and returns the new counts, with one statement. */
    add: (additions: readonly Addition[]): Promise<Counts> => addUnits(db, id, additions),
    /** Removes this server. */
    async leave(): Promise<void> {
      await sql`delete from rate_limit_servers where id = ${id}`.execute(db)
    },
    /** Deletes the counts and servers of the past. */
    async purge(): Promise<void> {
      await sql`with gone as (
          delete from rate_limit_servers
          where seen_at < now() - make_interval(secs => ${KEPT_WINDOWS * WINDOW_SECONDS}::int))
        delete from rate_limit_windows
        where window_number < extract(epoch from now()) / ${WINDOW_SECONDS}::int - ${KEPT_WINDOWS}::int`.execute(
        db,
      )
    },
  }
}

/**
 * The order of credentials prevents deadlocks. A window older than the stored one is ignored, unless the
 * clock of the database was set back.
 */
async function addUnits(db: Db, id: string, additions: readonly Addition[]): Promise<Counts> {
  const { rows } = await sql<Counts & { totals: Counts['totals'] | null }>`with server as (
      insert into rate_limit_servers as s (id, seen_at) values (${id}, now())
      on conflict (id) do update set seen_at = now() where s.seen_at < now() - interval '5 seconds'),
    counted as (
      insert into rate_limit_windows as w (credential, window_number, units)
      select credential, window_number, units from unnest(
        ${additions.map(({ credential }) => credential)}::text[],
        ${additions.map(({ window }) => window)}::int[],
        ${additions.map(({ units }) => units)}::int[]) as t (credential, window_number, units)
      order by credential
      on conflict (credential) do update set
        units = excluded.units + case when w.window_number = excluded.window_number then w.units else 0 end,
        window_number = excluded.window_number
      where w.window_number not between excluded.window_number + 1 and excluded.window_number + 2
      returning credential, units)
    select (select json_object_agg(credential, units) from counted) as totals,
      extract(epoch from clock_timestamp())::float8 * 1000 as database_ms,
      1 + (select count(*) from rate_limit_servers where id <> ${id}
        and seen_at > now() - make_interval(secs => ${SERVER_GONE_SECONDS}::int))::int as servers`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no counts')
  return { ...row, totals: row.totals ?? {} }
}
