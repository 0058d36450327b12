import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { tooManyRequests, unprocessable } from '../../lib/errors.ts'
import type { Picture } from '../../lib/images/image.ts'
import { addUsage } from './upload-usage.ts'
import type { UploadRow } from './list-uploads.ts'

/** Maximum number of uploads of a customer in an hour. */
const MAX_PER_HOUR = 20
/** Maximum number of bytes of a customer's uploads in a day. */
const MAX_PER_DAY = 50 * 1_048_576

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
 * @throws AppError UNPROCESSABLE over the organization's quota, RATE_LIMITED for a customer's 21st upload of an hour or
 * more than 50 MB in a day
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
  if (asCustomer) await assertWithinLimits(tx, organizationId, { uploaderId, size })
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

/**
 * Refuses what a customer uploads above the limits. Counts after the lock of the organization's usage, so that uploads
 * at once cannot pass them.
 */
async function assertWithinLimits(
  tx: Transaction,
  organizationId: number,
  { uploaderId, size }: { uploaderId: number; size: number },
): Promise<void> {
  const { rows } = await sql<{ ofHour: number | null; ofDay: number | null }>`
    select ${untilOlder('hour')} filter (where number = ${MAX_PER_HOUR}) as "ofHour",
      ${untilOlder('day')} filter (where bytes > ${MAX_PER_DAY - size}) as "ofDay"
    from (select created_at, row_number() over newest as number, sum(size) over newest as bytes from uploads
      where organization_id = ${organizationId} and uploader_id = ${uploaderId}
        and created_at > statement_timestamp() - interval '1 day'
      window newest as (order by created_at desc, id desc)) recent`.execute(tx)
  const { ofHour = null, ofDay = null } = rows[0] ?? {}
  if (ofHour !== null && ofHour > 0)
    throw tooManyRequests(`A customer can upload at most ${MAX_PER_HOUR} pictures in an hour`, ofHour)
  if (ofDay !== null)
    throw tooManyRequests(
      `A customer can upload at most ${megabytes(MAX_PER_DAY)} MB of pictures in a day`,
      ofDay,
    )
}

/** SQL of the seconds until all selected uploads are older than a period. */
const untilOlder = (period: 'hour' | 'day') =>
  sql`max(extract(epoch from created_at + ${sql.lit(`1 ${period}`)}::interval - statement_timestamp())::float8)`
