import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { asBulk } from '../../db/deadline.ts'
import { inTransaction } from '../../db/transaction.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { writeStreamWhole } from '../../lib/files/write-whole.ts'
import { findOrganization } from '../../modules/organizations/find-organization.ts'
import type { RunKey } from '../../moving/engine/context.ts'
import { readRun } from '../../moving/engine/read-run.ts'
import { pauseRun } from '../../moving/engine/run-states.ts'
import { startUndo } from '../../moving/engine/undo/start-undo.ts'
import { undoRun } from '../../moving/engine/undo/undo-run.ts'
import { addressLines } from '../../moving/transfer/address-files.ts'
import { errorLines } from '../../moving/transfer/error-files.ts'
import { resumeImport, type ImportOptions } from '../../moving/transfer/import-verbs.ts'
import type { Tools } from '../run.ts'
import { end, engineOf, runToEnd, type Work } from './import-source.ts'
import { openGiven } from './open-given.ts'
import { createProgress } from './progress.ts'
import { repeatWhileUnavailable } from './repeat.ts'
import { showRun, showRuns } from './show-run.ts'

const POLL_MS = 500
/** Exit code of an undo that has left something. */
const REMAINING = 3

/** Returns the imports of an organization. */
export async function listRuns(tools: Tools, org: string): Promise<object> {
  return showRuns(tools, (await findOrganization(tools.database.kysely, org)).id)
}

/** Returns an import. @throws Error for an unknown one */
export async function showImport(tools: Tools, org: string, id: string): Promise<object> {
  const key = await runKeyOf(tools, org, id)
  return showRun(tools, key.organizationId, key.id)
}

/** Pauses an import and returns it. @throws Error for an unknown one; AppError CONFLICT unless it runs */
export async function pauseImport(tools: Tools, org: string, id: string): Promise<object> {
  const key = await runKeyOf(tools, org, id)
  await inTransaction(tools.database.kysely, (tx) => pauseRun(tx, key))
  return showRun(tools, key.organizationId, key.id)
}

/** An import to continue, with the paths of its files. */
type Continued = {
  id: string
  path: string | undefined
  votes: string | undefined
  maxEntries: number | undefined
}

/**
 * Continues an import: in this process with its file, else in a worker of the service. Sets the exit code.
 * @throws Error for an unknown import or another file; AppError CONFLICT
 */
export async function continueImport(
  tools: Tools,
  org: string,
  { id, path, votes, maxEntries }: Continued,
): Promise<object> {
  const { kysely: db } = tools.database
  const key = await runKeyOf(tools, org, id)
  const run = await readRun(db, key.organizationId, key.id)
  if (path === undefined) {
    await inTransaction(db, (tx) => resumeImport(tx, key))
    return showRun(tools, key.organizationId, key.id)
  }
  const most = maxEntries ?? (run?.options as ImportOptions | undefined)?.maxEntries
  const given = await openGiven({ path, votes, maxEntries: most })
  if (run?.file?.sha256 !== given.file.sha256)
    throw new Error('These are not the files of the import. One with --votes needs them again')
  if (run.state !== 'running') await inTransaction(db, (tx) => resumeImport(tx, key))
  const { open } = given
  const work: Work = {
    ...{ tools, engine: engineOf(tools), owner: randomUUID() },
    ...{ run: key, open, progress: createProgress() },
  }
  await asBulk(() => runToEnd(work))
  return end(work, false)
}

/**
 * Undoes an import in this process, or waits for the process that does. Sets the exit code: 3 if something stays.
 * @throws Error for an unknown import; AppError CONFLICT
 */
export async function undoImport(tools: Tools, org: string, id: string): Promise<object> {
  const { kysely: db } = tools.database
  const key = await runKeyOf(tools, org, id)
  const [owner, progress] = [randomUUID(), createProgress()]
  if ((await readRun(db, key.organizationId, key.id))?.state !== 'undoing')
    await inTransaction(db, (tx) => startUndo(tx, key, null))
  const undo = () => repeatWhileUnavailable(() => undoRun({ db }, key, { owner, onProgress: progress.ran }))
  let last = await undo()
  while (last.state === 'undoing') {
    progress.waits(last)
    await sleep(POLL_MS)
    last = await undo()
    progress.ran(last)
  }
  progress.end()
  const shown = await showRun(tools, key.organizationId, key.id)
  if (shown.remaining.totalCount > 0) process.exitCode = REMAINING
  return shown
}

/** Prints the errors of an import on standard output, or writes their rows to a CSV file and returns their number. */
export async function printErrors(
  tools: Tools,
  org: string,
  { id, csv }: { id: string; csv: string | undefined },
): Promise<object | null> {
  const { kysely: db } = tools.database
  const key = await runKeyOf(tools, org, id)
  if (csv === undefined) return printLines(errorLines(db, key, 'errors.jsonl'))
  const run = await readRun(db, key.organizationId, key.id)
  await writeStreamWhole(csv, bytesOf(errorLines(db, key, 'errors.csv')))
  return { errors: run?.errorsCount ?? 0, file: csv }
}

async function printLines(lines: AsyncIterable<string>): Promise<null> {
  for await (const line of lines) if (!process.stdout.write(line)) await once(process.stdout, 'drain')
  return null
}

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line)
}

/** Prints the addresses at the source of an import and the present ones on standard output. */
export async function printAddresses(
  tools: Tools,
  org: string,
  { id, nginx }: { id: string; nginx: boolean },
): Promise<null> {
  const key = await runKeyOf(tools, org, id)
  const name = nginx ? 'addresses.nginx.conf' : 'addresses.csv'
  const site = { publicUrl: tools.issuer }
  return printLines(addressLines(tools.database.kysely, key, { name, site }))
}

/** @throws AppError NOT_FOUND for an unknown organization, INVALID_PARAM for another id; Error for an unknown import */
async function runKeyOf({ database }: Tools, org: string, id: string): Promise<RunKey> {
  const { id: organizationId } = await findOrganization(database.kysely, org)
  const key = { organizationId, id: databaseIdOf('ImportRun', 'id', id) }
  if (!(await readRun(database.kysely, organizationId, key.id))) throw new Error(`Import ${id} not found`)
  return key
}
