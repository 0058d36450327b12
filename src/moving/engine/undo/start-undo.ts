import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { AppError } from '../../../lib/errors.ts'
import type { RunKey } from '../context.ts'
import type { Run } from '../read-run.ts'
import { changeState, existingRun, wrongState } from '../run-states.ts'

/**
 * Starts the undo of a run that has ended, or that is paused or has failed. Until it is undone, no other run of the
 * organization works. `undoneBy` is the user who asks for it, null for the operator.
 * @throws AppError NOT_FOUND; CONFLICT in another state, 30 days after the end of the run, while a newer run of the
 * source is not undone, which the message names, and while another run of the organization works
 */
export async function startUndo(tx: Transaction, key: RunKey, undoneBy: number | null): Promise<Run> {
  await sql`select 1 from import_runs where organization_id = ${key.organizationId} and id = ${key.id}
    for no key update`.execute(tx)
  const run = await existingRun(tx, key.organizationId, key.id)
  if (!['done', 'paused', 'failed'].includes(run.state) || run.startedAt === null) throw wrongState(run)
  await assertInTime(tx, key)
  await assertNewest(tx, run)
  return changeState(
    tx,
    run,
    sql`state = 'undoing', reason = null, finished_at = null, phase = null, progress = null, undo_cursor = null,
      undone_by_id = ${undoneBy}::int, owner = null, leased_until = null`,
  )
}

async function assertInTime(tx: Transaction, { organizationId, id }: RunKey): Promise<void> {
  const { rows } =
    await sql`select 1 from import_runs where organization_id = ${organizationId} and id = ${id}
    and undo_until <= ${databaseNow}`.execute(tx)
  if (rows.length > 0) throw new AppError('CONFLICT', 'The time in which the import can be undone has ended')
}

async function assertNewest(
  tx: Transaction,
  { organizationId, id, sourceName, startedAt }: Run,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from import_runs
    where organization_id = ${organizationId} and source_name = ${sourceName} and id <> ${id}
      and started_at is not null and (started_at, id) > (${startedAt}, ${id}::int) and state <> 'undone'
    order by started_at desc, id desc limit 1`.execute(tx)
  const [newer] = rows
  if (newer)
    throw new AppError('CONFLICT', `The import imp_${newer.id} of the source is newer; undo that one first`)
}
