import type { Db } from '../../db/database.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import type { EngineContext, OpenSource, RunKey } from '../engine/context.ts'
import { LeaseLost } from '../engine/lease-lost.ts'
import { planRun } from '../engine/plan-run.ts'
import { LEASE_S } from '../engine/lease.ts'
import { readRun } from '../engine/read-run.ts'
import { runImport } from '../engine/run-import.ts'
import { undoRun } from '../engine/undo/undo-run.ts'
import { FetchFailure } from '../fetch/requests.ts'
import { endLease, endPlanning, leasePlanning, renewPlanning, type WaitingRun } from './claim-run.ts'
import { fetchAnswers } from './fetch-answers.ts'
import type { ImportOptions } from './import-verbs.ts'
import { openImportSource } from './import-source.ts'

/** Resources of the process for the work on imports. */
type WorkTools = {
  engine: EngineContext
  keyring: Keyring
  /** Non-public hosts that a source may have. */
  allowedHosts: ReadonlySet<string>
  /** Name of the process, unique in the installation. */
  owner: string
  signal: AbortSignal
  /** Maximum number of bytes of the stored answers of an organization. */
  answerBytes: number
}

const RENEW_MS = (LEASE_S * 1000) / 3

/**
 * Plans a run, or works on it until it is done, undone, paused or failed, or until the signal. Another process goes on
 * after the signal, and 30 s after this one is killed. Returns at once if another process works on it.
 */
export async function workOnRun(tools: WorkTools, waiting: WaitingRun): Promise<void> {
  const { engine, owner, signal } = tools
  if (waiting.state === 'planning') return plan(tools, waiting)
  try {
    if (waiting.state === 'undoing') await undoRun(engine, waiting, { owner, signal })
    else await runImport(engine, waiting, openerOf(engine.db, waiting), { owner, signal })
  } finally {
    await endLease(engine.db, waiting, owner)
  }
}

async function plan(tools: WorkTools, run: WaitingRun): Promise<void> {
  const { engine, owner } = tools
  const { db } = engine
  if (!(await leasePlanning(db, run, owner))) return
  const lost = new AbortController()
  const signal = AbortSignal.any([tools.signal, lost.signal])
  const renewal = setInterval(() => {
    renewPlanning(db, run, owner).then(
      (isOurs) => isOurs || lost.abort(new LeaseLost()),
      // The next renewal may succeed.
      () => {},
    )
  }, RENEW_MS)
  try {
    await fetchAnswers(
      {
        db,
        keyring: tools.keyring,
        allowedHosts: tools.allowedHosts,
        owner,
        signal,
        maxBytes: tools.answerBytes,
      },
      run,
      run.source,
    )
    await planRun(engine, run, openerOf(db, run), { signal })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    await endPlanning(db, run, { owner, state: error.outcome, reason: error.message })
  } finally {
    clearInterval(renewal)
    await endLease(db, run, owner)
  }
}

/** Returns the function that opens the files of a run as often as the engine reads them. */
export const openerOf =
  (db: Db, run: RunKey): OpenSource =>
  async () => {
    const options: ImportOptions | undefined = (await readRun(db, run.organizationId, run.id))?.options
    return openImportSource(db, run, { maxEntries: options?.maxEntries })
  }
