import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { isDiskFull } from '../../db/errors/is-disk-full.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { countErasuresSince } from '../../modules/customers/erasure/erasures-and-exports.ts'
import { withPersonExport } from '../people/export-person.ts'
import { finishExport, HOLDS_AFTER } from './finish-export.ts'
import { exportOptions, type ExportOptions } from './options.ts'
import { withExport, type ExportContext } from './write-export.ts'

/** Receives the bytes of an export as a file, and returns when it has stored them as a whole, with the stored file. */
export type ExportSink = (file: { name: string; bytes: AsyncIterable<Buffer> }) => Promise<StoredExport>
type StoredExport = { bytes: number; id?: number }

/** Data of an export, and the number of erasures that they contain. Null if erasures wait for them. */
type OpenSubject = { fileName: string; bytes: AsyncIterable<Buffer>; erasures: number | null }

/** Key of an export. */
type Key = { organizationId: number; id: number }

/** The subject of an export: the organization, or one person, and who has started it. */
type Subject = {
  options: Partial<ExportOptions>
  personId: number | null
  startedBy: number | null
  startedAt: Date
}

const DAY_SECONDS = 86_400

/**
 * Writes an export that waits or was interrupted into a sink, and sets its state to `done` for 24 hours. The caller
 * holds its lease. An error sets it to `failed` with the reason, and is thrown. A CONFLICT leaves it `running`, because
 * another export of the organization is being written, and so does a full disk. The caller tries again later. An export
 * that is older than an erasure of a person in it loses its file and waits to be written again. After three erasures
 * since its start an export of the organization makes others wait for its end.
 */
export async function runExport(context: ExportContext, key: Key, sink: ExportSink): Promise<void> {
  const subject = await begin(context, key)
  const holdsErasures = await isToHold(context.db, key.organizationId, subject)
  const store = async ({ fileName, bytes, erasures }: OpenSubject) => {
    await update(context, key, { fileName })
    const stored = { ...(await sink({ name: fileName, bytes })), erasures: holdsErasures ? null : erasures }
    if (holdsErasures) await finish(context, key, subject, stored)
    return stored
  }
  try {
    const stored = await openSubject(context, { ...key, ...subject, holdsErasures }, store)
    if (!holdsErasures) await asBulk(() => finish(context, key, subject, stored))
  } catch (error) {
    if (!isTemporary(error)) await end(context.db, key, { state: 'failed', reason: reasonOf(error) })
    throw error
  }
}

/** @throws AppError NOT_FOUND unless there is such an export that has not ended */
async function begin({ db }: ExportContext, { organizationId, id }: Key): Promise<Subject> {
  const { rows } = await sql<Subject>`
    update export_runs set state = 'running', started_at = least(started_at, ${databaseNow})
    where organization_id = ${organizationId} and id = ${id} and state in ('waiting', 'running')
    returning options, person_id as "personId", created_by_id as "startedBy", started_at as "startedAt"`.execute(
    db,
  )
  if (!rows[0]) throw notFound('Export')
  return rows[0]
}

const hasPeople = ({ options, personId }: Subject) =>
  personId !== null || !exportOptions(options).withoutPersonalData

/** Whether an export has become stale so often that erasures wait for it. That of one person ends without them. */
async function isToHold(db: Db, organizationId: number, subject: Subject): Promise<boolean> {
  if (subject.personId !== null || !hasPeople(subject)) return false
  return (await countErasuresSince(db, organizationId, subject.startedAt)) >= HOLDS_AFTER
}

/** Opens the data of a subject and passes them to `use`. The name of the file contains no personal data. */
function openSubject<T>(
  context: ExportContext,
  {
    organizationId,
    options,
    personId,
    startedBy,
    holdsErasures,
  }: Subject & { organizationId: number; holdsErasures: boolean },
  use: (open: OpenSubject) => Promise<T>,
): Promise<T> {
  if (personId === null) {
    const request = { organizationId, options: exportOptions(options), holdsErasures }
    return withExport(context, request, use)
  }
  const fileName = `personal-data-usr_${personId}.zip`
  const person = { organizationId, userId: personId, isForThem: startedBy === personId }
  return withPersonExport(context.db, person, (bytes, erasures) => use({ fileName, bytes, erasures }))
}

async function update({ db }: ExportContext, { organizationId, id }: Key, values: { fileName: string }) {
  await db
    .updateTable('exportRuns')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/**
 * Makes the file of an export available, or deletes it if a person in it was erased after its rows were read. An
 * erasure that begins later finds the export and closes it.
 */
function finish(
  { db }: ExportContext,
  key: Key,
  subject: Subject,
  { id: fileId, bytes, erasures }: StoredExport & { erasures: number | null },
): Promise<void> {
  const { organizationId, id } = key
  const written = {
    organizationId,
    personId: subject.personId,
    erasures: hasPeople(subject) ? erasures : null,
  }
  return finishExport(db, written, async (tx, isStale) => {
    if (!isStale) return end(tx, key, { state: 'done', bytes })
    await sql`update export_runs set state = 'waiting' where organization_id = ${organizationId} and id = ${id}
      and state = 'running'`.execute(tx)
    await sql`delete from transfer_files where organization_id = ${organizationId} and id = ${fileId ?? null}`.execute(
      tx,
    )
  })
}

type End = { state: 'done'; bytes: number } | { state: 'failed'; reason: string }

async function end(db: Db, { organizationId, id }: Key, result: End): Promise<void> {
  await db
    .updateTable('exportRuns')
    .set({
      ...result,
      owner: null,
      leasedUntil: null,
      finishedAt: databaseNow,
      expiresAt: result.state === 'done' ? databaseNowPlus(DAY_SECONDS) : null,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

const isTemporary = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'CONFLICT') || isDiskFull(error)

const reasonOf = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The export could not be written. The log has the error.'
