import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { applyBatch } from './apply-batch.ts'
import { halves, type Batch } from './batches.ts'
import { emptyTally, type Memory, type Session, type Step } from './step.ts'
import { storeRefusals } from './store-refusals.ts'
import { cloneWorld, type World } from './world.ts'
import { LEASE_S } from './lease.ts'
import { PicturesMissing } from './pictures.ts'
import { RunTaken } from './run-taken.ts'
import { storeMissing } from './store-picture.ts'
import { addCounts } from './counts.ts'

/** State of a run between its batches. */
export type Work = {
  session: Session
  memory: Memory
  world: World
  owner: string
  /** Number of items whose effects are committed. */
  cursor: number
  errors: number
}

/**
 * Stores a batch in one transaction: rows, references, previous values, errors, counts and the cursor. A record that
 * the database rejects becomes an error, and the others of its batch are stored.
 * @throws RunTaken if the run is no longer this process's, in which case nothing is stored
 */
export async function storeBatch(work: Work, batch: Batch): Promise<void> {
  try {
    await store(work, batch)
  } catch (error) {
    if (!isRejected(error)) throw error
    // A row whose id is remembered may be deleted.
    work.memory.foundIds?.clear()
    await storeAgain(work, batch)
  }
}

/** Stores a batch, or its halves if the database rejects it. */
async function storeAgain(work: Work, batch: Batch): Promise<void> {
  try {
    await store(work, batch)
  } catch (error) {
    if (!isRejected(error)) throw error
    if (batch.items.length > 1) for (const half of halves(batch)) await storeAgain(work, half)
    else await store(work, batch, 'could not be stored')
  }
}

/** Whether the database rejects the data of a statement: SQLSTATE classes 22 and 23. */
const isRejected = (error: unknown) => /^2[23]\w{3}$/.test((error as { code?: string } | null)?.code ?? '')

/** Stores a batch. Pictures that it needs are stored before, because no transaction waits while they are read. */
async function store(work: Work, batch: Batch, reason?: string): Promise<void> {
  for (;;)
    try {
      return await storeOnce(work, batch, reason)
    } catch (error) {
      if (!(error instanceof PicturesMissing)) throw error
      await storeMissing(work, error.pictures)
    }
}

async function storeOnce(work: Work, batch: Batch, reason?: string): Promise<void> {
  const { session, memory } = work
  const { world, errors } = await inTransaction(session.context.db, async (tx) => {
    const tally = emptyTally()
    const step: Step = { db: tx, writes: true, session, memory, world: cloneWorld(work.world), tally }
    if (reason === undefined) await applyBatch(step, batch)
    else refuseAll(step, batch, reason)
    await storeRefusals(tx, session, tally.refusals, work.errors)
    await advance(tx, work, batch, step)
    return { world: step.world, errors: tally.refusals.length }
  })
  work.world = world
  work.cursor = batch.end
  work.errors += errors
}

function refuseAll({ tally }: Step, { items }: Batch, reason: string): void {
  for (const item of items) {
    if (item.item !== 'record') continue
    const { type, externalId, origin } = item.record
    addCounts(tally.counts, { [type]: { failed: 1 } })
    tally.refusals.push({ kind: type, externalId, origin, problems: [{ field: '', value: '', reason }] })
  }
}

/** Adds to the run's counts and moves its cursor, last, so that its row is locked for a moment only. */
async function advance(
  tx: Transaction,
  { session, owner, cursor }: Work,
  batch: Batch,
  { tally }: Step,
): Promise<void> {
  const { organizationId, runId } = session
  const { rows } = await sql<{ counts: object }>`select counts from import_runs
    where organization_id = ${organizationId} and id = ${runId} and state = 'running' and owner = ${owner}
      and "cursor" = ${cursor} for update`.execute(tx)
  const [run] = rows
  if (!run) throw new RunTaken('The run belongs to another process')
  const counts = addCounts(structuredClone(run.counts), tally.counts)
  await sql`update import_runs set "cursor" = ${batch.end}, phase = ${batch.phase}, counts = ${JSON.stringify(counts)}::jsonb,
      errors_count = errors_count + ${tally.refusals.length}, updated_at = statement_timestamp(),
      leased_until = statement_timestamp() + make_interval(secs => ${LEASE_S})
    where organization_id = ${organizationId} and id = ${runId}`.execute(tx)
}
