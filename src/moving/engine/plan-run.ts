import { sql } from 'kysely'
import { asBulk } from '../../db/deadline.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readDatabaseTime } from '../../db/time.ts'
import { notFound } from '../../lib/errors.ts'
import { SourceFault } from '../source-fault.ts'
import { doubtfulTables } from '../sources/table-usage.ts'
import { countedVotes } from '../rules/counted-votes.ts'
import { withSmallHeap } from '../small-heap.ts'
import { applyBatch } from './apply-batch.ts'
import { batchesOf } from './batches.ts'
import type { EngineContext, OpenedSource, OpenSource, RunKey } from './context.ts'
import type { Decision, Plan } from './plan.ts'
import { countMissing } from './missing-posts.ts'
import { doublesOf, lossesOfPlan, watched } from './plan-losses.ts'
import { readRun, type Run } from './read-run.ts'
import { findIds } from './refs.ts'
import { wrongState } from './run-states.ts'
import { faultOf, itemsOf, newMemory, openedOf, prepareSession, type Opened } from './session.ts'
import { forgetRefusals, storeRefusals } from './store-refusals.ts'
import { emptyTally, type Memory, type Session, type Step, type Tally } from './step.ts'
import { firstBucket, readWorld, type World } from './world.ts'

type PlanOptions = {
  signal?: AbortSignal | undefined
  /** Called after each batch with the number of items that were read. */
  onProgress?: ((items: number) => void) | undefined
}

/**
 * Plans a run: reads the whole source, resolves every record, and writes the plan and the records that it refuses.
 * Nothing else is written. The state becomes `planned`, or `failed` with the reason for a structural fault. A planned
 * run can be planned again.
 * @throws AppError NOT_FOUND; CONFLICT once the run was started
 */
export async function planRun(
  context: EngineContext,
  { organizationId, id }: RunKey,
  openSource: OpenSource,
  options: PlanOptions = {},
): Promise<Run> {
  const run = await readRun(context.db, organizationId, id)
  if (!run) throw notFound('Import')
  if (run.startedAt !== null || !['planning', 'planned', 'failed'].includes(run.state)) throw wrongState(run)
  try {
    const given = await openSource()
    const source = { ...given, files: watched(given.files) }
    try {
      const planned = await withSmallHeap(() =>
        asBulk(() => planOf(context, run, openedOf(run, source), options)),
      )
      await storePlan(context, run, planned)
    } finally {
      await source.files.close()
      await source.votes?.close()
    }
  } catch (error) {
    const reason = faultOf(error)
    if (reason === null) throw error
    await sql`update import_runs set state = 'failed', reason = ${reason}, errors_count = 0, updated_at = statement_timestamp()
      where organization_id = ${organizationId} and id = ${id}`.execute(context.db)
  }
  return (await readRun(context.db, organizationId, id)) ?? run
}

type Planned = { plan: Plan; sourceName: string; plannedAt: Date }

async function planOf(
  context: EngineContext,
  run: Run,
  opened: Opened,
  options: PlanOptions,
): Promise<Planned> {
  const { reader, readOptions, source } = opened
  await forgetRefusals(context.db, run)
  const inspection = await reader.inspect(source.files, readOptions)
  const { losses, sourceName: derived, format, columns, headings } = inspection
  const decisions = [...inspection.decisions, ...encodingDecisions(source)]
  const sourceName = run.options.sourceName ?? derived
  const plannedAt = await readDatabaseTime(context.db)
  const inspected = {
    format,
    columns,
    headings,
    ...EMPTY,
    losses,
    decisions: decisions.map((one) => ({ ...one })),
  }
  // The source cannot be read before these decisions.
  if (decisions.length > 0) return { plan: inspected, sourceName, plannedAt }
  const session = await prepareSession(
    { context, run, sourceName, plannedAt: plannedAt.toISOString(), opened },
    { signal: options.signal },
  )
  const found = await countAll(session, opened, options)
  if (isEmpty(found.tally)) throw new SourceFault('The source has no records.')
  const all = lossesOfPlan([...losses, ...doublesOf(found.memory)], found.tally.losses.values(), source)
  return { plan: { ...inspected, ...summaryOf(session, found), losses: all }, sourceName, plannedAt }
}

const isEmpty = ({ counts, errors = 0 }: Tally) => Object.keys(counts).length === 0 && errors === 0

/** The decision about files whose encoding is doubtful. */
const encodingDecisions = ({ files, votes }: OpenedSource) =>
  [...doubtfulTables(files), ...(votes ? doubtfulTables(votes) : [])].slice(0, 1).map(({ file, doubt }) => ({
    option: '--encoding',
    reason: `The encoding of ${file} is not clear. In windows-1252 it has the text “${doubt}”.`,
  }))

const EMPTY = {
  ...{ items: 0, counts: {}, countedVotes: 0, values: [], duplicates: 0, samples: [], errors: 0, seconds: 0 },
  people: emptyTally().people,
}

type Found = { memory: Memory; tally: Tally; world: World; items: number }

/** Applies all batches in transactions that only read. */
async function countAll(
  session: Session,
  opened: Opened,
  { signal, onProgress }: PlanOptions,
): Promise<Found> {
  const { db } = session.context
  const world = await readWorld(db, session)
  const memory = await newMemory(session, { isPlan: true })
  const tally = emptyTally()
  let items = 0
  for await (const batch of batchesOf(itemsOf(opened), memory)) {
    signal?.throwIfAborted()
    await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        const step: Step = { db: tx, writes: false, session, memory, world, tally }
        if (batch.phase === 'votes' && session.survivors.size > 0)
          memory.survivorIds ??= await survivorIds(step)
        await applyBatch(step, batch)
      })
    tally.samples.splice(20)
    await keepRefusals(session, tally)
    items = batch.end
    onProgress?.(items)
  }
  await countMissing({ session, memory, tally })
  return { memory, tally, world, items }
}

/** Number of refusals that a plan stores. A run pauses at as many. */
const MAX_REFUSALS = 100_000

/** Counts and stores the records of a batch that the run would refuse. */
async function keepRefusals(session: Session, tally: Tally): Promise<void> {
  const refusals = tally.refusals.splice(0)
  const before = tally.errors ?? 0
  tally.errors = before + refusals.length
  const stored = refusals.slice(0, Math.max(0, MAX_REFUSALS - before))
  if (stored.length > 0)
    await inTransaction(session.context.db, (tx) => storeRefusals(tx, session, stored, before))
}

async function survivorIds(step: Step): Promise<Map<string, number>> {
  const { survivors } = step.session
  const ids = await findIds(step, 'post', survivors.values())
  return new Map(
    [...survivors].flatMap(([child, parent]) => (ids.has(parent) ? [[child, ids.get(parent) ?? 0]] : [])),
  )
}

/** Records that a second stores, as it was measured. */
const RATE = 2_000

function summaryOf(session: Session, { memory, tally, world, items }: Found) {
  const values = [...memory.values.values()]
  const decisions: Decision[] = values.flatMap(({ needsDecision, option, field, value, becomes }) =>
    needsDecision && option !== null
      ? [{ option, field, value, reason: `The ${field} "${value}" would become "${becomes ?? ''}".` }]
      : [],
  )
  const { bucket } = session.options
  if (!firstBucket(world, bucket))
    decisions.push({ option: '--bucket', reason: 'Posts without a board need a public bucket that exists.' })
  let counted = 0
  for (const [post, stated] of memory.stated) counted += countedVotes(stated, memory.voters.get(post) ?? 0)
  return {
    ...{ items, counts: tally.counts, countedVotes: counted, values, decisions, people: tally.people },
    ...{ duplicates: memory.duplicates, samples: tally.samples },
    ...{ errors: tally.errors ?? 0, seconds: Math.ceil(items / RATE) },
  }
}

async function storePlan(
  { db }: EngineContext,
  run: Run,
  { plan, sourceName, plannedAt }: Planned,
): Promise<void> {
  await sql`update import_runs set state = 'planned', reason = null, plan = ${JSON.stringify(plan)}::jsonb,
      errors_count = ${plan.errors}, source_name = ${sourceName}, planned_at = ${plannedAt}, updated_at = statement_timestamp()
    where organization_id = ${run.organizationId} and id = ${run.id} and started_at is null`.execute(db)
}
