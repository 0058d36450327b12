import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { inTransaction, isDuplicate } from '../../db/transaction.ts'
import { AppError, notFound, unprocessable } from '../../lib/errors.ts'
import { recordAuditEntry } from '../../modules/audit/record-audit-entry.ts'
import type { RunKey } from './context.ts'
import { detailsOf, entryOf } from './end-run.ts'
import { valueIn, type RunOptions } from './options.ts'
import type { Decision } from './plan.ts'
import { readRun, type Run } from './read-run.ts'
import { forgetRefusals } from './store-refusals.ts'

const WORKING = 'import_runs_working'

/**
 * Starts a planned run, so that `runImport` can work on it. The options are added to those of the plan: maps answer its
 * decisions, and `yes` accepts its guesses. Writes the audit entry.
 * @throws AppError NOT_FOUND; CONFLICT in another state, and while another run of the organization works;
 * UNPROCESSABLE while a decision is missing, which the message names
 */
export async function startRun(
  db: Db,
  { organizationId, id }: RunKey,
  options: Pick<RunOptions, 'yes' | 'mapStatus' | 'mapBoard' | 'mapTag' | 'bucket' | 'keepStatuses'> = {},
): Promise<Run> {
  const run = await existingRun(db, organizationId, id)
  if (run.state !== 'planned') throw wrongState(run)
  const added = { ...options, ...mapsOf(run.options, options) }
  const merged: RunOptions = { ...run.options, ...added }
  const missing = run.plan?.decisions.find((decision) => !isAnswered(decision, merged))
  if (missing) throw unprocessable('options', `must decide ${missing.option}`)
  return inTransaction(db, async (tx) => {
    const started = await changeState(
      tx,
      run,
      sql`state = 'running', reason = null, errors_count = 0, options = ${JSON.stringify(merged)}::jsonb,
        started_at = least(started_at, ${databaseNow})`,
    )
    await forgetRefusals(tx, run)
    await recordAuditEntry(tx, { ...entryOf(run), act: 'import.started', details: detailsOf(run) })
    return started
  })
}

const mapsOf = (one: RunOptions, other: RunOptions): RunOptions => ({
  mapStatus: { ...one.mapStatus, ...other.mapStatus },
  mapBoard: { ...one.mapBoard, ...other.mapBoard },
  mapTag: { ...one.mapTag, ...other.mapTag },
})

const MAPS = { status: 'mapStatus', bucket: 'mapBoard', tag: 'mapTag' } as const

/** Whether options answer a decision. Those about the form of a source need another plan. */
function isAnswered({ field, value, option }: Decision, options: RunOptions): boolean {
  if (field === undefined || value === undefined) return option === '--bucket' && options.bucket !== undefined
  return (
    options.yes === true ||
    valueIn(options[MAPS[field]], value) !== undefined ||
    (field === 'status' && options.keepStatuses === true)
  )
}

/**
 * Pauses a run after its current batch.
 * @throws AppError NOT_FOUND; CONFLICT unless it runs
 */
export async function pauseRun(
  db: Db,
  { organizationId, id }: RunKey,
  reason: string | null = null,
): Promise<Run> {
  const run = await existingRun(db, organizationId, id)
  if (run.state !== 'running') throw wrongState(run)
  return changeState(db, run, sql`state = 'paused', reason = ${reason}, owner = null, leased_until = null`)
}

/**
 * Continues a run that is paused or has failed, from its last batch.
 * @throws AppError NOT_FOUND; CONFLICT in another state, if it was never started, and while another run works
 */
export async function resumeRun(db: Db, { organizationId, id }: RunKey): Promise<Run> {
  const run = await existingRun(db, organizationId, id)
  if (!['paused', 'failed'].includes(run.state) || run.startedAt === null) throw wrongState(run)
  return changeState(db, run, sql`state = 'running', reason = null, owner = null, leased_until = null`)
}

/** Returns the error of an operation that a run in its present state does not allow. */
export function wrongState({ state }: Pick<Run, 'state'>): AppError {
  return new AppError('CONFLICT', `The state of the import is ${state}`)
}

/** Returns a run. @throws AppError NOT_FOUND */
export async function existingRun(db: Db, organizationId: number, id: number): Promise<Run> {
  const run = await readRun(db, organizationId, id)
  if (!run) throw notFound('Import')
  return run
}

/** Changes the state of a run, unless it has changed since it was read. @throws AppError CONFLICT */
export async function changeState(db: Db, run: Run, set: ReturnType<typeof sql>): Promise<Run> {
  const { organizationId, id, state } = run
  try {
    const { rows } = await sql`update import_runs set ${set}, updated_at = ${databaseNow}
      where organization_id = ${organizationId} and id = ${id} and state = ${state}::import_state returning id`.execute(
      db,
    )
    if (rows.length === 0) throw new AppError('CONFLICT', 'The import has changed')
  } catch (error) {
    if (isDuplicate(error, WORKING))
      throw new AppError('CONFLICT', 'Another import of the organization is running')
    throw error
  }
  return existingRun(db, organizationId, id)
}
