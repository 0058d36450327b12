import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { RunKey } from './context.ts'
import { readRun, type Run } from './read-run.ts'

/** Seconds after which another process may take a run over. */
export const LEASE_S = 30
const RENEWAL_MS = 10_000

const leased = sql`leased_until = statement_timestamp() + make_interval(secs => ${LEASE_S})`

/** Takes a run that works and that no other process holds. Returns null if one does, or in another state. */
export async function claimRun(
  db: Db,
  { organizationId, id }: RunKey,
  owner: string,
  state: 'running' | 'undoing' = 'running',
): Promise<Run | null> {
  const { rows } = await sql`update import_runs set owner = ${owner}, ${leased}
    where organization_id = ${organizationId} and id = ${id} and state = ${state}::import_state
      and (owner is null or owner = ${owner} or leased_until is null or leased_until < statement_timestamp())
    returning id`.execute(db)
  return rows.length === 0 ? null : readRun(db, organizationId, id)
}

/** Renews the lease of a run until `end`, also during a long batch or while a source is opened. */
export function keepLease(db: Db, { organizationId, id }: RunKey, owner: string): { end: () => void } {
  const timer = setInterval(() => {
    // A renewal that fails is repeated. Without any, the next batch finds that the run is taken.
    void sql`update import_runs set ${leased}
      where organization_id = ${organizationId} and id = ${id} and owner = ${owner} and state in ('running', 'undoing')`
      .execute(db)
      .catch(() => {})
  }, RENEWAL_MS)
  timer.unref()
  return { end: () => clearInterval(timer) }
}
