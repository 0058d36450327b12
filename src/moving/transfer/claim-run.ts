import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isNoneOf } from '../../db/lists/is-none-of.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import type { RunKey } from '../engine/context.ts'
import { LEASE_S } from '../engine/lease.ts'
import type { SourceKind } from '../reader.ts'

/** Number of runs of which the first one without a lease is claimed. */
const CANDIDATES = 20

/** A run to work on. */
export type WaitingRun = RunKey & { source: SourceKind; state: 'planning' | 'running' | 'undoing' }

/**
 * Returns runs of the service on which no process works, those that have waited longest first. An organization has one
 * at a time. Runs of the command line are not among them, because their files are not stored, unless they are undone.
 */
export async function waitingRuns(db: Db, except: readonly RunKey[]): Promise<WaitingRun[]> {
  const { rows } = await sql<WaitingRun>`
    select r.organization_id as "organizationId", r.id, r.source, r.state::text as state from import_runs r
    where r.state in ('planning', 'running', 'undoing') and (r.leased_until is null or r.leased_until <= ${databaseNow})
      and (r.state = 'undoing'
        or exists (select 1 from import_sources s where s.organization_id = r.organization_id and s.id = r.id))
      and not exists (select 1 from import_runs o where o.organization_id = r.organization_id
        and o.state in ('planning', 'running', 'undoing') and o.leased_until > ${databaseNow})
      and ${isNoneOf(sql`r`, except)}
    order by r.updated_at limit ${sql.lit(CANDIDATES)}`.execute(db)
  return rows
}

/** Leases a run that is planned for 30 s. Returns whether no other process has. */
export async function leasePlanning(db: Db, run: RunKey, owner: string): Promise<boolean> {
  return changeLease(
    db,
    run,
    sql`owner = ${owner}, leased_until = ${databaseNowPlus(LEASE_S)}, updated_at = ${databaseNow}`,
    sql`state = 'planning' and (owner = ${owner} or leased_until is null or leased_until <= ${databaseNow})`,
  )
}

/** Renews the lease of a run for another 30 s. Returns whether this process still has it. */
export async function renewPlanning(db: Db, run: RunKey, owner: string): Promise<boolean> {
  return changeLease(
    db,
    run,
    sql`leased_until = ${databaseNowPlus(LEASE_S)}`,
    sql`state = 'planning' and owner = ${owner}`,
  )
}

/** Whether answers of the API of a run are still missing. Their fetch can go on later from the stored ones. */
export async function isFetching(db: Db, { organizationId, id }: RunKey): Promise<boolean> {
  const { rows } = await sql`select 1 from import_sources
    where organization_id = ${organizationId} and id = ${id} and file_id is null and fetched_at is null`.execute(
    db,
  )
  return rows.length > 0
}

/** Ends the lease of a run, also after a change of its state. Runs of other organizations are next. */
export async function endLease(db: Db, run: RunKey, owner: string): Promise<void> {
  await changeLease(
    db,
    run,
    sql`owner = null, leased_until = null, updated_at = ${databaseNow}`,
    sql`owner = ${owner}`,
  )
}

/** Ends the planning of a run with a reason, so that it can be resumed. */
export async function endPlanning(
  db: Db,
  run: RunKey,
  { owner, state, reason }: { owner: string; state: 'paused' | 'failed'; reason: string },
): Promise<void> {
  await changeLease(
    db,
    run,
    sql`state = ${state}::import_state, reason = ${reason}, owner = null, leased_until = null,
      updated_at = ${databaseNow}`,
    sql`state = 'planning' and (owner = ${owner} or owner is null)`,
  )
}

async function changeLease(
  db: Db,
  { organizationId, id }: RunKey,
  set: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update import_runs set ${set}
    where organization_id = ${organizationId} and id = ${id} and ${condition}`.execute(db)
  return numAffectedRows === 1n
}
