import { hostname } from 'node:os'
import { asBulk } from '../../db/deadline.ts'
import { notFound } from '../../lib/errors.ts'
import { ahead } from './ahead.ts'
import { batchesOf, type Batch } from './batches.ts'
import type { EngineContext, OpenSource, RunKey } from './context.ts'
import { endRun, failRun } from './end-run.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { countPosts, linkParents } from './finish.ts'
import { claimRun, keepLease } from './lease.ts'
import { progressOf, type ProgressWriter } from './progress.ts'
import { readRun, type Run } from './read-run.ts'
import { withSmallHeap } from '../small-heap.ts'
import { pauseRun } from './run-states.ts'
import { faultOf, itemsOf, newMemory, openedOf, prepareSession, type Opened } from './session.ts'
import type { Session } from './step.ts'
import { RunTaken } from './run-taken.ts'
import { storeBatch, type Work } from './store-batch.ts'
import { readWorld } from './world.ts'

export type RunImportOptions = {
  /** Aborting it ends the work after the current batch. The run stays `running`, for another process. */
  signal?: AbortSignal | undefined
  /** Name of the process, for its lease. */
  owner?: string | undefined
  /** Number of items of a transaction. */
  batchSize?: number | undefined
}

/** Errors after which a run pauses, again and again. */
const MAX_ERRORS = 100_000

/**
 * Works on a run in the state `running` from its cursor until it is done, paused or failed. After `kill -9` another
 * call goes on, and the result is that of an unbroken run. While another process holds the lease it returns at once.
 * Returns the run as it is then.
 * @throws AppError NOT_FOUND; any error of the service, after which the run has failed or its lease ends
 */
export async function runImport(
  context: EngineContext,
  key: RunKey,
  openSource: OpenSource,
  options: RunImportOptions = {},
): Promise<Run> {
  const { organizationId, id } = key
  const owner = options.owner ?? `${hostname()}:${process.pid}`
  const run = await claimRun(context.db, key, owner)
  if (run) {
    const lease = keepLease(context.db, key, owner)
    try {
      await withSmallHeap(() => asBulk(() => work(context, run, openSource, { ...options, owner })))
    } catch (error) {
      await settle(context, run, error, options.signal)
    } finally {
      lease.end()
    }
  }
  const after = await readRun(context.db, organizationId, id)
  if (!after) throw notFound('Import')
  return after
}

/** Records why a run ended early. Lost connections leave it to another process. */
async function settle(
  context: EngineContext,
  run: Run,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (error instanceof RunTaken || signal?.aborted === true) return
  const fault = faultOf(error)
  const code = (error as { code?: string } | null)?.code
  if (fault === null && (code === undefined || !/^\d\w{4}$/.test(code) || /^(08|57|53)/.test(code)))
    throw error
  await failRun(context.db, run, fault ?? `The database refused a batch (${code ?? ''}).`)
  if (fault === null) throw error
}

type Options = RunImportOptions & { owner: string }

async function work(
  context: EngineContext,
  run: Run,
  openSource: OpenSource,
  options: Options,
): Promise<void> {
  const source = await openSource()
  try {
    const opened = openedOf(run, source)
    const { counts = {} } = run.plan ?? {}
    const session = await prepareSession(
      {
        ...{ context, run, opened, sourceName: run.sourceName ?? '' },
        plannedAt: (run.plannedAt ?? run.createdAt).toISOString(),
      },
      {
        isNeeded: run.plan === null || counts.merge !== undefined || counts.upload !== undefined,
        signal: options.signal,
      },
    )
    const progress = progressOf(context.db, run)
    if (!(await storeRemote(session, run, opened, { ...options, progress }))) return
    if (!(await storeAll(session, run, opened, { ...options, progress }))) return
    await linkParents(session)
    await countPosts(session, (posts) => progress.finish(posts))
    await endRun(context.db, run, options.owner)
  } finally {
    await source.files.close()
    await source.votes?.close()
  }
}

type Writing = Options & { progress: ProgressWriter }

/**
 * Fetches pictures at other addresses before the first batch, if the option is set. Returns false if it was aborted.
 */
async function storeRemote(
  session: Session,
  run: Run,
  opened: Opened,
  { owner, signal, progress }: Writing,
): Promise<boolean> {
  if (run.options.fetchAssets !== true || run.cursor > 0) return true
  const client = session.context.openPictures?.()
  if (!client) throw new Error('this process cannot fetch pictures')
  try {
    const memory = await newMemory(session, { isPlan: false })
    const work = { session, memory, owner, client, signal, onFetched: progress.pictures }
    if (!(await fetchPictures(work, opened, run.plan))) return false
    session.hasRemote = true
    return true
  } finally {
    await client.close()
  }
}

/** Stores the batches after the cursor. Returns whether all are stored. */
async function storeAll(
  session: Session,
  run: Run,
  opened: Opened,
  { owner, signal, progress, batchSize }: Writing,
): Promise<boolean> {
  const { db } = session.context
  const memory = await newMemory(session, { isPlan: false })
  const world = await readWorld(db, session)
  const state: Work = { session, memory, world, owner, cursor: run.cursor, errors: run.errorsCount }
  const batches = batchesOf(itemsOf(opened), memory, {
    after: run.cursor,
    ...(batchSize !== undefined && { size: batchSize }),
  })
  for await (const batch of ahead(batches)) {
    if (signal?.aborted === true) return false
    if (!(await storeOrPause(state, run, batch))) return false
    await progress.at(batch.phase, batch.end)
  }
  return signal?.aborted !== true
}

async function storeOrPause(state: Work, run: Run, batch: Batch): Promise<boolean> {
  const before = Math.floor(state.errors / MAX_ERRORS)
  await storeBatch(state, batch)
  if (Math.floor(state.errors / MAX_ERRORS) === before) return true
  await pauseRun(state.session.context.db, run, `The source has more than ${state.errors - 1} errors.`)
  return false
}
