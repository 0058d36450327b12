import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { tooManyRequests, unprocessable } from '../../lib/errors.ts'
import type { Picture } from '../../lib/images/image.ts'
import { addUsage } from './upload-usage.ts'
import type { UploadRow } from './list-uploads.ts'

/** Maximum number of uploads of a customer in an hour. */
const MAX_PER_HOUR = 20
const HOUR_S = 3_600

type NewUpload = {
  picture: Picture
  uploaderId: number
  /** Whether a customer uploads. The team is not limited. */
  asCustomer: boolean
  /** Maximum number of bytes of the organization. */
  quota: number
}

/**
 * Stores a picture of `readImage`, which takes too long for a transaction. Returns its row.
 * @throws AppError UNPROCESSABLE over the organization's quota, RATE_LIMITED for a customer's 21st upload of an hour
 */
export async function storeUpload(
  tx: Transaction,
  organizationId: number,
  { picture, uploaderId, asCustomer, quota }: NewUpload,
): Promise<UploadRow> {
  const { type, width, height, bytes } = picture
  const size = bytes.length
  if (!(await addUsage(tx, organizationId, { bytes: size, most: quota })))
    throw unprocessable(
      'file',
      `exceeds the storage: the organization can have at most ${megabytes(quota)} MB of pictures`,
    )
  if (asCustomer) await assertFewUploads(tx, organizationId, uploaderId)
  const { rows } = await sql<UploadRow>`insert into uploads
    (organization_id, key, type, width, height, size, bytes, uploader_id, created_at)
    values (${organizationId}, ${randomBytes(16).toString('base64url')}, ${type}::upload_type, ${width}, ${height},
      ${size}, ${bytes}, ${uploaderId}, statement_timestamp())
    returning id, key, type, width, height, size, uploader_id, created_at, attached_at`.execute(tx)
  const [upload] = rows
  if (!upload) throw new Error('PostgreSQL returned no row')
  return upload
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576)

/** Counts after the lock of the organization's usage, so that uploads at once cannot pass the limit. */
async function assertFewUploads(tx: Transaction, organizationId: number, uploaderId: number): Promise<void> {
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from min(created_at) - statement_timestamp())::float8 + ${HOUR_S} as wait from (
      select created_at from uploads
      where organization_id = ${organizationId} and uploader_id = ${uploaderId}
        and created_at > statement_timestamp() - make_interval(secs => ${HOUR_S})
      order by created_at desc limit ${MAX_PER_HOUR}) recent
    having count(*) = ${MAX_PER_HOUR}`.execute(tx)
  const wait = rows[0]?.wait
  if (wait != null)
    throw tooManyRequests(`A customer can upload at most ${MAX_PER_HOUR} pictures in an hour`, wait)
}
