import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { isConnectionError } from '../../db/errors/connection-errors.ts'
import { inShare } from '../../db/sharing/connection-share.ts'
import type { Db } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import type { Services } from '../../graphql/context.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { postponed, type Postponed } from '../../lib/concurrency/postponed.ts'
import { LeaseLost } from '../../moving/engine/lease-lost.ts'
import type { RunKey } from '../../moving/engine/context.ts'
import { pauseRun } from '../../moving/engine/run-states.ts'
import { endPlanning, isFetching, waitingRuns, type WaitingRun } from '../../moving/transfer/claim-run.ts'
import { startPlanned } from '../../moving/transfer/start-planned.ts'

const INTERVAL_MS = 1_000
/** Runs on which a process works at once, each of another organization. */
const AT_ONCE = 2
/** Stored answers of an organization have at most this many times the bytes of an uploaded file. */
const ANSWERS_IN_STORE = 2
/** Time for which a run is worked on while others wait, in milliseconds. */
const TURN_MS = 60_000

type ImportWork = {
  services: Services
  db: Db
  log: Logger
  signal: AbortSignal
  deferred: Postponed<RunKey>
  turnMs: number
}

/**
 * Starts planning and running imports. Runs of several organizations take turns. Another process continues a run 30 s
 * after this one is killed. Safe to run in several processes. A run that fails unexpectedly is logged and tried again
 * later.
 */
export function startImports({
  services,
  log,
  intervalMs = INTERVAL_MS,
  turnMs = TURN_MS,
}: {
  services: Services
  log: Logger
  /** Maximum delay between two reads of the database, in milliseconds. Default 1000. */
  intervalMs?: number
  /** Time for which a run is worked on while others wait, in milliseconds. Default a minute. */
  turnMs?: number
}): Job {
  const stopping = new AbortController()
  const deferred = postponed<RunKey>(({ organizationId, id }) => `${organizationId}/${id}`)
  const tools = { services, db: services.db, log, signal: stopping.signal, deferred, turnMs }
  const loops = Array.from({ length: AT_ONCE }, () =>
    repeat({ name: 'importing', everyMs: intervalMs, log, work: () => workOnNext(tools) }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((one) => one.stop()))
    },
  }
}

/** Works on the run that has waited longest. Returns whether there was one. */
async function workOnNext(tools: ImportWork): Promise<boolean> {
  await startPlanned(tools.db)
  const [next] = await waitingRuns(tools.db, tools.deferred.pausedKeys())
  if (!next) return false
  const turn = new AbortController()
  const waits = setInterval(() => void endTurn(tools, next, turn), tools.turnMs)
  try {
    await workOn(tools, next, AbortSignal.any([tools.signal, turn.signal]))
  } finally {
    clearInterval(waits)
  }
  return true
}

async function workOn(
  { services, log, deferred, signal: stopped }: ImportWork,
  run: WaitingRun,
  signal: AbortSignal,
): Promise<void> {
  const { db, site, quotas, keys, webhookAllowedHosts: allowedHosts } = services
  const owner = randomUUID()
  const answerBytes = quotas.importBytes * ANSWERS_IN_STORE
  try {
    // Its readers take memory that a process without imports does not need.
    const { workOnRun } = await import('../../moving/transfer/work-on-run.ts')
    const { openPictures } = await import('../../moving/transfer/picture-client.ts')
    const engine = {
      ...{ db, publicUrl: site.publicUrl, uploadQuota: quotas.uploadBytes, keyring: keys.encryption },
      openPictures: () => openPictures(allowedHosts),
    }
    const tools = { engine, keyring: keys.encryption, allowedHosts, owner, signal, answerBytes }
    await asBulk(() => inShare(run.organizationId, () => workOnRun(tools, run)))
  } catch (error) {
    if (signal.aborted || stopped.aborted) return
    const { organizationId, id } = run
    if (error instanceof LeaseLost)
      return log.info({ organizationId, id }, 'the work on an import ends: it was deleted or taken over')
    if (deferred.postpone(run) || isConnectionError(error))
      return log.error({ err: error, organizationId, id }, 'an import failed; it is tried again later')
    // Nothing else can end an undo, so that it is tried again and again.
    if (run.state === 'undoing')
      return log.error({ err: error, organizationId, id }, 'an undo of an import failed again')
    log.error({ err: error, organizationId, id }, 'an import failed again, and waits for a person')
    if (run.state === 'planning') await endPlanning(db, run, { owner, state: 'failed', reason: UNEXPECTED })
    else await pauseRun(db, run, UNEXPECTED)
  }
}

const UNEXPECTED = 'The service had an unexpected error. Its log has the reason.'

/**
 * Ends the turn of a run that writes, or that fetches an API, if another organization waits. A plan cannot be
 * continued, so it ends itself.
 */
async function endTurn({ db, deferred }: ImportWork, run: WaitingRun, turn: AbortController): Promise<void> {
  if (run.state === 'planning' && !(await isFetching(db, run).catch(() => false))) return
  const others = await waitingRuns(db, deferred.pausedKeys()).catch(() => [])
  if (others.some(({ organizationId }) => organizationId !== run.organizationId)) turn.abort()
}
