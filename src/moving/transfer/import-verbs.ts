import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import { limitExceeded, missingParam, notFound, unprocessable } from '../../lib/errors.ts'
import { lockOrganization } from '../../modules/organizations/lock-organization.ts'
import { outboundUrlProblem } from '../../lib/http/outbound-url-problem.ts'
import type { RunKey } from '../engine/context.ts'
import { createRun } from '../engine/create-run.ts'
import type { RunOptions } from '../engine/options.ts'
import { readRun, type Run } from '../engine/read-run.ts'
import { resumeRun, startRun, wrongState } from '../engine/run-states.ts'
import type { SourceKind } from '../reader.ts'
import { isApiSource, type FetchOptions } from './fetchers.ts'
import { apiAddress, storeImportSource, type ImportOrigin } from './import-source.ts'
import { uploadedFiles } from './uploads.ts'

/** Options of an import of the service, as they are stored. */
export type ImportOptions = RunOptions & { maxEntries?: number | undefined }

/** Where a new import gets its files. */
export type ImportFrom =
  | { fileId: number; votesFileId?: number | undefined }
  | ({ key: string; url?: string | null | undefined } & FetchOptions)

type NewImport = { source: SourceKind; from: ImportFrom; options: ImportOptions; startedBy: number | null }

/** Maximum number of imports of an organization that are being planned. */
const MAX_PLANNING = 5
const MAX_KEY = 1_000
const RETRY_AFTER_S = 60

/**
 * Creates an import, which a worker plans. The key of an API is encrypted, and is not among the options.
 * @throws AppError NOT_FOUND for an unknown upload, UNPROCESSABLE for a source without an API and for an address that
 * is not public, MISSING_PARAM without an address that the source needs, LIMIT_EXCEEDED while five are being planned
 */
export async function planImport(
  tx: Transaction,
  organizationId: number,
  { source, from, options, startedBy }: NewImport,
  { keyring, allowedHosts }: { keyring: Keyring; allowedHosts: ReadonlySet<string> },
): Promise<RunKey> {
  const origin = originOf(source, from, allowedHosts)
  const file = 'fileId' in from ? await uploadsOf(tx, organizationId, from) : undefined
  await lockOrganization(tx, organizationId)
  await assertFew(tx, organizationId)
  const run = await createRun(tx, { organizationId, source, file, options, startedBy })
  await storeImportSource(tx, run, origin, keyring)
  return run
}

/** @throws AppError as `planImport` */
function originOf(source: SourceKind, from: ImportFrom, allowedHosts: ReadonlySet<string>): ImportOrigin {
  if ('fileId' in from) return from
  if (!isApiSource(source)) throw unprocessable('source', 'has no API that can be read; upload a file')
  const { key, url, ...options } = from
  if (key.trim() === '') throw missingParam('key')
  if (key.length > MAX_KEY) throw unprocessable('key', `is too long (maximum is ${MAX_KEY} characters)`)
  const address = apiAddress(source, url)
  if (address === null) throw missingParam('url')
  const problem = outboundUrlProblem(address, allowedHosts)
  if (problem !== null) throw unprocessable('url', problem)
  return { source, address, key: key.trim(), options }
}

/** @throws AppError NOT_FOUND */
async function uploadsOf(
  db: Db,
  organizationId: number,
  { fileId, votesFileId }: { fileId: number; votesFileId?: number | undefined },
) {
  const ids = [fileId, ...(votesFileId === undefined ? [] : [votesFileId])]
  const files = await uploadedFiles(db, organizationId, ids)
  const file = files.find(({ id }) => id === fileId)
  if (!file || new Set(ids).size !== files.length) throw notFound('File')
  return { name: file.name, bytes: file.bytes, sha256: file.sha256 }
}

async function assertFew(db: Db, organizationId: number): Promise<void> {
  const { rows } = await sql`select 1 from import_runs where organization_id = ${organizationId}
    and state = 'planning' limit ${MAX_PLANNING}`.execute(db)
  if (rows.length === MAX_PLANNING)
    throw limitExceeded(`${MAX_PLANNING} imports are being planned; try again later`, RETRY_AFTER_S)
}

/** Options that answer decisions of a plan. */
const ANSWERS = new Set(['yes', 'mapStatus', 'mapBoard', 'mapTag', 'bucket', 'keepStatuses'])

/**
 * Starts a planned import. Options that answer its decisions are added to those of the plan. Others change what was
 * counted: they plan it again, and then start it unless a decision is missing.
 * @throws AppError NOT_FOUND; CONFLICT in another state, and while another import of the organization works;
 * UNPROCESSABLE while a decision is missing, which the message names
 */
export async function startImport(tx: Transaction, run: RunKey, options: ImportOptions): Promise<Run> {
  const isAnswer = Object.keys(options).every((name) => ANSWERS.has(name))
  const existing = await existingImport(tx, run)
  const needsPlan = existing.plan?.decisions.some(
    ({ field, option }) => field === undefined && option !== '--bucket',
  )
  if (isAnswer && !needsPlan) return startRun(tx, run, options)
  await replanImport(tx, run, options)
  await sql`update import_sources set starts = true
    where organization_id = ${run.organizationId} and id = ${run.id}`.execute(tx)
  return existingImport(tx, run)
}

/**
 * Plans a planned import again, with options added to those before. It does not start then.
 * @throws AppError NOT_FOUND; CONFLICT in another state
 */
export async function replanImport(tx: Transaction, run: RunKey, options: ImportOptions): Promise<Run> {
  const existing = await existingImport(tx, run)
  if (existing.state !== 'planned') throw wrongState(existing)
  await planAgain(tx, run, { ...existing.options, ...options })
  return existingImport(tx, run)
}

/**
 * Continues an import that is paused or has failed: its plan, or its run from the last batch.
 * @throws AppError NOT_FOUND; CONFLICT in another state
 */
export async function resumeImport(tx: Transaction, run: RunKey): Promise<Run> {
  const existing = await existingImport(tx, run)
  const isPlan = existing.startedAt === null && ['paused', 'failed'].includes(existing.state)
  if (!isPlan) return resumeRun(tx, run)
  await planAgain(tx, run, existing.options)
  return existingImport(tx, run)
}

async function planAgain(
  tx: Transaction,
  { organizationId, id }: RunKey,
  options: ImportOptions,
): Promise<void> {
  await sql`update import_runs set state = 'planning', reason = null, options = ${JSON.stringify(options)}::jsonb,
      owner = null, leased_until = null, updated_at = ${databaseNow}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/**
 * Deletes an import with its files, errors and plan. Its records stay, and can no longer be undone.
 * @throws AppError NOT_FOUND; CONFLICT while it works
 */
export async function deleteImport(tx: Transaction, { organizationId, id }: RunKey): Promise<void> {
  await sql`delete from transfer_files where organization_id = ${organizationId} and owner = 'run'
    and owner_id = ${id}`.execute(tx)
  const { numAffectedRows } =
    await sql`delete from import_runs where organization_id = ${organizationId} and id = ${id}
    and source <> 'customers_csv' and state not in ('running', 'undoing')`.execute(tx)
  if (numAffectedRows === 1n) return
  throw wrongState(await existingImport(tx, { organizationId, id }))
}

/** Locks an import until the transaction ends, and returns it. @throws AppError NOT_FOUND */
async function existingImport(tx: Transaction, { organizationId, id }: RunKey): Promise<Run> {
  await sql`select 1 from import_runs where organization_id = ${organizationId} and id = ${id} for no key update`.execute(
    tx,
  )
  const run = await readRun(tx, organizationId, id)
  if (!run) throw notFound('Import')
  return run
}
