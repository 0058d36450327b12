import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asBulk } from '../../db/deadline.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findOrganization } from '../../modules/organizations/find-organization.ts'
import type { EngineContext, OpenSource, RunKey } from '../../moving/engine/context.ts'
import { createRun } from '../../moving/engine/create-run.ts'
import { planRun } from '../../moving/engine/plan-run.ts'
import { readRun } from '../../moving/engine/read-run.ts'
import { runImport } from '../../moving/engine/run-import.ts'
import { startRun } from '../../moving/engine/run-states.ts'
import { SOURCES, type SourceKind } from '../../moving/reader.ts'
import { leasePlanning } from '../../moving/transfer/claim-run.ts'
import { isApiSource } from '../../moving/transfer/fetchers.ts'
import { planImport } from '../../moving/transfer/import-verbs.ts'
import { openPictures } from '../../moving/transfer/picture-client.ts'
import { openerOf, workOnRun } from '../../moving/transfer/work-on-run.ts'
import type { Tools } from '../run.ts'
import { optionsOf, type ImportCommand } from './import-options.ts'
import { openGiven } from './open-given.ts'
import { createProgress, type ShownProgress } from './progress.ts'
import { readKey } from './read-key.ts'
import { repeatWhileUnavailable } from './repeat.ts'
import type { ShownImport } from './show-run.ts'

/** Exit codes beside 0 for a whole import. */
const EXIT = { failed: 1, undecided: 2, refused: 3 } as const
const POLL_MS = 500

/** An import of the command line, with the resources of its process. */
export type Work = {
  tools: Tools
  engine: EngineContext
  owner: string
  run: RunKey
  open: OpenSource
  progress: ShownProgress
}

type Command = { source: string; path: string | undefined; options: ImportCommand }

/**
 * Imports files of the disk, or an API, in this process. Sets the exit code. Returns the import as the schema shows it.
 * @throws Error for an unknown source, organization or file
 */
export async function importSource(tools: Tools, { source, path, options }: Command): Promise<ShownImport> {
  const kind = SOURCES.find((one) => one === source)
  if (!kind) throw new Error(`The source must be one of ${SOURCES.join(', ')}, not "${source}"`)
  const { id: organizationId } = await findOrganization(tools.database.kysely, options.org)
  if (path === undefined && !isApiSource(kind))
    throw new Error(`${kind} is not read from an API: name a file, a zip archive or a folder`)
  const work = await asBulk(() =>
    path === undefined
      ? planApi(tools, organizationId, kind, options)
      : planFiles(tools, organizationId, kind, { path, options }),
  )
  const planned = await readRun(work.engine.db, organizationId, work.run.id)
  const isUndecided = options.yes !== true && (planned?.plan?.decisions.length ?? 0) > 0
  if (planned?.state === 'planned' && !isUndecided && options.dryRun !== true) {
    await startRun(work.engine.db, work.run, options.yes === true ? { yes: true } : {})
    await asBulk(() => runToEnd(work))
  }
  return end(work, isUndecided)
}

async function planFiles(
  tools: Tools,
  organizationId: number,
  source: SourceKind,
  { path, options }: { path: string; options: ImportCommand },
): Promise<Work> {
  const { open, file } = await openGiven({ path, votes: options.votes, maxEntries: options.maxEntries })
  const engine = engineOf(tools, options.allowHost)
  const created = { organizationId, source, file, options: await optionsOf(options), startedBy: null }
  const run = await createRun(engine.db, created)
  const work = { tools, engine, owner: randomUUID(), run, open, progress: createProgress() }
  await repeatWhileUnavailable(() => planRun(engine, run, open, { onProgress: work.progress.planned }))
  return work
}

/** Fetches and plans an API. The run has a lease from its first moment, so that no worker takes it. */
async function planApi(
  tools: Tools,
  organizationId: number,
  source: SourceKind,
  given: ImportCommand,
): Promise<Work> {
  const [engine, owner, progress] = [engineOf(tools, given.allowHost), randomUUID(), createProgress()]
  const { voters, url, roadmap: roadmaps = [] } = given
  const from = { key: await readKey(given), url, voters, roadmaps }
  const allowedHosts = new Set([...tools.config.webhookAllowedHosts, ...(given.allowHost ?? [])])
  const keyring = tools.keys.encryption
  const planned = { source, from, options: await optionsOf(given), startedBy: null }
  const run = await inTransaction(engine.db, async (tx) => {
    const created = await planImport(tx, organizationId, planned, { keyring, allowedHosts })
    await leasePlanning(tx, created, owner)
    return created
  })
  const signal = new AbortController().signal
  // The operator's disk is the limit.
  const work = { engine, keyring, allowedHosts, owner, signal, answerBytes: Infinity }
  await repeatWhileUnavailable(() => workOnRun(work, { ...run, source, state: 'planning' }))
  return { tools, engine, owner, run, open: openerOf(engine.db, run), progress }
}

/** Returns what the engine needs of an installation. */
export const engineOf = (
  { config, database, issuer, keys }: Tools,
  allowedHosts: readonly string[] = [],
): EngineContext => ({
  db: database.kysely,
  keyring: keys.encryption,
  publicUrl: issuer,
  uploadQuota: config.quotas.uploadBytes,
  openPictures: () => openPictures(new Set([...config.webhookAllowedHosts, ...allowedHosts])),
})

/**
 * Works on a run to its end. While another process has it, waits for the end of the run or of the lease. Shows its
 * progress, and that it waits.
 */
export async function runToEnd({ engine, run, open, owner, progress }: Work): Promise<void> {
  const watch = setInterval(() => {
    // The next reading may succeed.
    readRun(engine.db, run.organizationId, run.id).then(
      (now) => now && progress.ran(now),
      () => {},
    )
  }, POLL_MS)
  const work = () => repeatWhileUnavailable(() => runImport(engine, run, open, { owner }))
  try {
    let last = await work()
    while (last.state === 'running') {
      progress.waits(last)
      await sleep(POLL_MS)
      last = await work()
    }
  } finally {
    clearInterval(watch)
  }
}

/** Ends a command: sets its exit code and returns the import. */
export async function end({ tools, run, progress }: Work, isUndecided: boolean): Promise<ShownImport> {
  progress.end()
  // The schema takes memory, which the import needs before.
  const { showRun } = await import('./show-run.ts')
  const shown = await showRun(tools, run.organizationId, run.id)
  process.exitCode = exitCodeOf(shown, isUndecided)
  return shown
}

function exitCodeOf({ state, errorsCount }: ShownImport, isUndecided: boolean): number {
  if (isUndecided && state === 'PLANNED') return EXIT.undecided
  if (state !== 'DONE' && state !== 'PLANNED') return EXIT.failed
  return errorsCount > 0 ? EXIT.refused : 0
}
