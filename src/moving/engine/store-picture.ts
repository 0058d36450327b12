import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../lib/errors.ts'
import { readImage, type Picture } from '../../lib/images/image.ts'
import type { UploadRow } from '../../modules/uploads/list-uploads.ts'
import { storeUpload } from '../../modules/uploads/store-upload.ts'
import { readWhole } from '../sources/source-files.ts'
import { addCounts } from './counts.ts'
import { hashOf } from './hashes.ts'
import { storeRefs } from './refs.ts'
import { RunTaken } from './run-taken.ts'
import type { Memory, Session } from './step.ts'

/** Maximum size of a picture of a source in bytes. */
export const MAX_PICTURE = 5 * 1024 ** 2

/** A run, and the process that holds it. */
type Holder = { session: Session; memory: Memory; owner: string }

/**
 * Stores a picture of a source with its reference, and counts it, outside of a batch. Returns its upload.
 * @throws RunTaken if the run is no longer this process's, AppError as `storeUpload`
 */
export async function storeSourcePicture(
  { session, memory, owner }: Holder,
  tx: Transaction,
  { externalId, picture }: { externalId: string; picture: Picture },
): Promise<UploadRow> {
  const { organizationId, runId, context, writtenById } = session
  const options = { uploaderId: writtenById, asCustomer: false, quota: context.uploadQuota }
  const upload = await storeUpload(tx, organizationId, { picture, ...options })
  const ref = { externalId, localId: upload.id, created: true, hash: hashOf(externalId) }
  await storeRefs({ db: tx, writes: true, session, memory }, 'upload', [ref])
  const { rows } = await sql<{ counts: object }>`select counts from import_runs
    where organization_id = ${organizationId} and id = ${runId} and state = 'running' and owner = ${owner} for update`.execute(
    tx,
  )
  const [run] = rows
  if (!run) throw new RunTaken('The run belongs to another process')
  const counts = addCounts(structuredClone(run.counts), { upload: { created: 1 } })
  await sql`update import_runs set counts = ${JSON.stringify(counts)}::jsonb, updated_at = statement_timestamp()
    where organization_id = ${organizationId} and id = ${runId}`.execute(tx)
  return upload
}

/**
 * Tries to store pictures of the source, each in a transaction of its own. Those that cannot be stored are left out.
 * @throws RunTaken
 */
export async function storeMissing(
  holder: Holder,
  pictures: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  const { session, memory } = holder
  for (const [externalId, base64] of pictures) {
    memory.tried.add(externalId)
    const picture = await pictureOf(session, externalId, base64)
    if (picture)
      await inTransaction(session.context.db, (tx) =>
        storeSourcePicture(holder, tx, { externalId, picture }),
      ).catch(ignoreRefusal)
  }
}

/** Whether a picture of the source can be stored. */
export const isReadable = async (
  session: Session,
  key: string,
  base64: string | undefined,
): Promise<boolean> => (await pictureOf(session, key, base64)) !== null

/** Reads a picture inside of a text, or the file of a key. Null for anything but a picture. */
async function pictureOf(
  { files, pictures, writtenById }: Session,
  key: string,
  base64: string | undefined,
): Promise<Picture | null> {
  const bytes =
    base64 === undefined
      ? await readWhole(files, pictures.get(key) ?? '', MAX_PICTURE).catch(() => null)
      : Buffer.from(base64, 'base64')
  return bytes && readImage(bytes, writtenById).catch(ignoreRefusal)
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
