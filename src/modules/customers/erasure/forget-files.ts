import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { holdBackExports } from './erasures-and-exports.ts'
import type { Sweep } from './sweeps.ts'

/** Numbers of files that an erasure has deleted, and of those that an import which has not ended still needs. */
export type ForgottenFiles = { files: number; exports: number; keptFiles: number }

/** Bytes of the files that a batch deletes, beside those of its last file. */
const BATCH_BYTES = 64 * 1_048_576

/** SQL condition that an import `r` has ended, so that its files are not read any more. */
const hasEnded = sql`r.state in ('done', 'undone')`

/** SQL condition that imports with a file `f`, of which there is one, have ended. */
function isOfEnded(organizationId: number) {
  const using = (condition: ReturnType<typeof sql>) => sql`exists (select 1 from import_sources s
    join import_runs r on r.organization_id = s.organization_id and r.id = s.id
    where s.organization_id = ${organizationId} and f.id in (s.file_id, s.votes_file_id) and ${condition})`
  return sql`(case when f.owner = 'run' then exists (select 1 from import_runs r
      where r.organization_id = ${organizationId} and r.id = f.owner_id and ${hasEnded})
    when f.owner = 'upload' then ${using(hasEnded)} and not ${using(sql`not ${hasEnded}`)} else false end)`
}

/** SQL condition that an export `e` contains all people of the organization by name. */
export const containsPeople = sql`(e.kind = 'organization'
  and not coalesce((e.options ->> 'withoutPersonalData')::boolean, false))`

/** SQL condition that an export `e` contains people by name, or the data of the person. */
const contains = (userId: number) => sql`(e.person_id = ${userId} or ${containsPeople})`

/**
 * Closes the files that contain a person, or may: uploads and stored answers of imports that have ended, and exports
 * with people. No reader finds them from then on, and `sweepFiles` deletes their bytes, which may be gigabytes. Exports
 * that are being written start again, without the person.
 */
export async function forgetFiles(
  tx: Transaction,
  organizationId: number,
  userId: number,
): Promise<ForgottenFiles> {
  await holdBackExports(tx, organizationId)
  const exports = await closeExports(tx, organizationId, contains(userId))
  const { rows } = await sql<{ files: number; keptFiles: number }>`
    with found as materialized (
      select f.id, ${isOfEnded(organizationId)} as closed from transfer_files f
      where f.organization_id = ${organizationId} and f.owner in ('upload', 'run') and f.completed_at is not null
      for update of f),
    closed as (
      update transfer_files f set completed_at = null from found
      where f.organization_id = ${organizationId} and f.id = found.id and found.closed)
    select count(*) filter (where closed)::int as files, count(*) filter (where not closed)::int as "keptFiles"
    from found`.execute(tx)
  const { files = 0, keptFiles = 0 } = rows[0] ?? {}
  return { files, exports, keptFiles }
}

/** Starts exports that are being written again, and closes finished ones. Returns the number of those. */
export async function closeExports(
  tx: Transaction,
  organizationId: number,
  condition: RawBuilder<unknown>,
): Promise<number> {
  await sql`update export_runs e set state = 'waiting' where e.organization_id = ${organizationId}
    and e.state in ('waiting', 'running') and ${condition}`.execute(tx)
  const { numAffectedRows } = await sql`update export_runs e set expires_at = null
    where e.organization_id = ${organizationId} and e.state = 'done' and e.expires_at > ${databaseNow}
      and ${condition}`.execute(tx)
  await closeFiles(tx, organizationId)
  return Number(numAffectedRows ?? 0)
}

/** SQL condition that the files of an export `e` are of no use: it is closed, has expired, or starts again. */
const isClosed = sql`(e.state = 'waiting'
  or e.state = 'done' and (e.expires_at is null or e.expires_at <= ${databaseNow}))`

async function closeFiles(tx: Transaction, organizationId: number): Promise<void> {
  await sql`update transfer_files f set completed_at = null from export_runs e
    where f.organization_id = ${organizationId} and f.owner = 'export' and f.owner_id = e.id
      and f.completed_at is not null and e.organization_id = ${organizationId} and ${isClosed}`.execute(tx)
}

/**
 * Closes files of exports that have started again or are closed. It starts none again: at its end each compares the
 * erasures with those that it contains.
 */
export const sweepExports: Sweep = async (tx, { organizationId }) => {
  await closeFiles(tx, organizationId)
  return { last: null, counts: {} }
}

/** Deletes the files of imports that have ended and of closed exports, with about 64 MiB in a batch. */
export const sweepFiles: Sweep = async (tx, { organizationId, after, size }) => {
  const { numAffectedRows } = await sql`delete from transfer_files where organization_id = ${organizationId}
    and id in (select id from (select f.id, sum(f.bytes) over (order by f.id) - f.bytes as before
      from transfer_files f where f.organization_id = ${organizationId} and (${isOfEnded(organizationId)} or f.owner = 'export' and exists (select 1 from export_runs e
        where e.organization_id = ${organizationId} and e.id = f.owner_id and ${isClosed}))
      order by f.id limit ${size}) due where before < ${sql.lit(BATCH_BYTES)})`.execute(tx)
  return { last: (numAffectedRows ?? 0n) > 0n ? after + 1 : null, counts: {} }
}
