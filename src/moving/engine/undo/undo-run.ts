import { hostname } from 'node:os'
import { sql } from 'kysely'
import { asBulk } from '../../../db/deadline.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import { inTransactionWithSavepoints } from '../../../db/transaction.ts'
import { notFound } from '../../../lib/errors.ts'
import type { EngineContext, RunKey } from '../context.ts'
import { claimRun, keepLease, LEASE_S } from '../lease.ts'
import { readRun, type Run } from '../read-run.ts'
import { RunTaken } from '../run-taken.ts'
import { endUndo } from './end-undo.ts'
import { PARTS, type Part } from './parts.ts'
import type { Undo } from './step.ts'
import { undoProgress, type UndoProgress } from './undo-progress.ts'

type UndoRunOptions = {
  /** Aborting it ends the work after the current batch. The run stays `undoing`, for another process. */
  signal?: AbortSignal | undefined
  /** Name of the process, for its lease. */
  owner?: string | undefined
  /** Number of rows of a transaction. */
  batchSize?: number | undefined
  onProgress?: ((run: Run) => void) | undefined
}

const SIZE = 500

/** Where an undo is: a part, and the key of the last row that it has handled. */
type Cursor = { part: string; after: string }

/**
 * Works on a run in the state `undoing` until it is undone. After `kill -9` another call goes on, and the result is
 * that of an unbroken undo. While another process holds the lease it returns at once. Returns the run as it is then.
 * No event, webhook or mail is made.
 * @throws AppError NOT_FOUND; any error of the service, after which the lease ends
 */
export async function undoRun(
  { db }: Pick<EngineContext, 'db'>,
  key: RunKey,
  options: UndoRunOptions = {},
): Promise<Run> {
  const owner = options.owner ?? `${hostname()}:${process.pid}`
  const run = await claimRun(db, key, owner, 'undoing')
  if (run) {
    const lease = keepLease(db, key, owner)
    try {
      await asBulk(() => work(db, run, { ...options, owner }))
    } catch (error) {
      if (!(error instanceof RunTaken)) throw error
    } finally {
      lease.end()
    }
  }
  const after = await readRun(db, key.organizationId, key.id)
  if (!after) throw notFound('Import')
  return after
}

type Work = { db: Db; undo: Undo; owner: string; progress: UndoProgress; size: number }

async function work(db: Db, run: Run, options: UndoRunOptions & { owner: string }): Promise<void> {
  const { owner, signal, batchSize = SIZE } = options
  const undo: Undo = {
    ...{ organizationId: run.organizationId, runId: run.id, sourceName: run.sourceName ?? '' },
    plannedAt: run.plannedAt ?? run.createdAt,
  }
  const progress = await undoProgress(db, run, options.onProgress)
  const state = { db, undo, owner, progress, size: batchSize }
  const cursor = await readCursor(state)
  const first = Math.max(
    0,
    PARTS.findIndex(({ name }) => name === cursor?.part),
  )
  for (const part of PARTS.slice(first)) {
    let after = part.name === cursor?.part ? cursor.after : ''
    for (let last: string | null = after; last !== null;) {
      if (signal?.aborted === true) return
      after = last
      last = await undoBatch(state, part, after)
    }
  }
  await endUndo(db, run, owner)
}

async function readCursor({ db, undo }: Work): Promise<Cursor | null> {
  const { rows } = await sql<{ cursor: Cursor | null }>`select undo_cursor as cursor from import_runs
    where organization_id = ${undo.organizationId} and id = ${undo.runId}`.execute(db)
  return rows[0]?.cursor ?? null
}

/**
 * Handles the next rows of a part in one transaction. If the database refuses it because something else uses one of the
 * rows, they are handled one by one, and that one stays. Returns the key of the last row, or null after all.
 */
async function undoBatch(state: Work, part: Part, after: string): Promise<string | null> {
  try {
    return await handle(state, part, { after, size: state.size })
  } catch (error) {
    if (!isUsed(error)) throw error
    return handle(state, part, { after, size: 1 }).catch((single: unknown) => {
      if (!isUsed(single)) throw single
      return handle(state, part, { after, size: 1, keeps: true })
    })
  }
}

/** Whether the database refuses a deletion: SQLSTATE foreign_key_violation or restrict_violation. */
const isUsed = (error: unknown) =>
  ['23503', '23001'].includes((error as { code?: string } | null)?.code ?? '')

async function handle(
  { db, undo, owner, progress }: Work,
  part: Part,
  { after, size, keeps = false }: { after: string; size: number; keeps?: boolean },
): Promise<string | null> {
  const { last, count } = await inTransactionWithSavepoints(db, async (tx) => {
    const done = await part.handle({ tx, undo }, { after, size, keeps })
    if (done.last !== null) await advance(tx, undo, owner, { part: part.name, after: done.last })
    return done
  })
  await progress.add(part.name, count)
  return last
}

/** Moves the cursor, last, so that the run's row is locked for a moment only. @throws RunTaken */
async function advance(tx: Transaction, undo: Undo, owner: string, cursor: Cursor): Promise<void> {
  const { rows } =
    await sql`update import_runs set undo_cursor = ${JSON.stringify(cursor)}::jsonb, phase = ${cursor.part},
      updated_at = statement_timestamp(), leased_until = statement_timestamp() + make_interval(secs => ${LEASE_S})
    where organization_id = ${undo.organizationId} and id = ${undo.runId} and state = 'undoing' and owner = ${owner}
    returning id`.execute(tx)
  if (rows.length === 0) throw new RunTaken('The run belongs to another process')
}
