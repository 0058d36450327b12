import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Bucket, Status, Tag, User } from '../../db/rows.ts'
import { isDistributed } from '../../db/sharding/is-distributed.ts'
import { reserveId } from '../../db/writes/reserve-ids.ts'
import { unprocessable } from '../../lib/errors.ts'
import { defaultStatus } from '../statuses/default-status.ts'
import { hasSlugOrName } from '../statuses/find-status-by-slug.ts'
import { statusIdOf, unknownStatus, type StatusKey } from './find-status.ts'
import { BUCKET_JSON, STATUS_JSON, TAGS_JSON } from './post-relations.ts'
import { revived } from './post-snapshot.ts'

type Request = {
  bucketId?: number | null | undefined
  status?: StatusKey | null | undefined
  tagIds?: number[] | null | undefined
  submitterId: number
  privateBuckets: boolean
}

type Found = {
  /**
   * Id for the post, which no other row gets. Null without the bucket, the status or the submitter, or if it is not
   * reserved yet.
   */
  id: number | null
  bucket: Bucket | null
  status: Status | null
  tags: Tag[]
  submitter: Pick<User, 'id' | 'role'> | null
}

/**
 * Returns the bucket, status, tags and submitter of a new post, and an id for it, in one statement. Locks the
 * bucket against changes, the status and the tags against deletion, until the transaction ends.
 * @throws AppError UNPROCESSABLE if one does not exist, or if the bucket is private and may not be chosen
 */
export async function lockNewPostRelations(tx: Transaction, organizationId: number, request: Request) {
  const tagIds = [...new Set(request.tagIds)]
  const { id, bucket, status, tags, submitter } = await find(tx, organizationId, request, tagIds)
  if (!bucket)
    throw unprocessable(
      'bucketId',
      request.bucketId == null ? 'is required, because there is no public bucket' : 'does not exist',
    )
  if (!submitter) throw unprocessable('submitter', 'does not exist')
  if (!status && request.status) throw unknownStatus(request.status)
  if (tags.length < tagIds.length) throw unprocessable('tagIds', 'contains a tag that does not exist')
  return {
    id: id ?? (await reserveId(tx, 'posts')),
    bucket: revived(bucket),
    // The first status was deleted concurrently, or there is none.
    status: status ? revived(status) : await defaultStatus(tx, organizationId),
    tags: tags.map(revived),
    submitter,
  }
}

async function find(
  tx: Transaction,
  organizationId: number,
  { bucketId, status, submitterId, privateBuckets }: Request,
  tagIds: number[],
): Promise<Found> {
  const isGivenBucket = bucketId == null ? sql`` : sql`and id = ${bucketId}::int`
  const isOpenBucket = privateBuckets && bucketId != null ? sql`` : sql`and not private`
  const isGivenStatus = status ? isStatus(status) : sql``
  // A server of a distributed database has no number for the id.
  const next = isDistributed(tx)
    ? sql`null::int`
    : sql`(select nextval(pg_get_serial_sequence('posts', 'id')) from b, s, u)`
  const { rows } = await sql<Found>`
    with b as (
      select * from buckets where organization_id = ${organizationId} ${isGivenBucket} ${isOpenBucket}
      order by position, id limit 1 for share),
    s as (
      select * from statuses where organization_id = ${organizationId} ${isGivenStatus}
      order by slug = ${status?.slug ?? ''}::text desc, kind, position, id limit 1 for key share),
    t as (
      select * from tags where organization_id = ${organizationId} and id = any(${tagIds}::int[])
      order by id for key share),
    u as (
      select id, role from users where organization_id = ${organizationId} and id = ${submitterId})
    select (select ${BUCKET_JSON} from b) as bucket, (select ${STATUS_JSON} from s) as status,
      (select ${TAGS_JSON} from t) as tags, (select to_json(u) from u) as submitter,
      ${next} as id`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('PostgreSQL returned no row')
  return found
}

function isStatus(key: StatusKey) {
  const id = statusIdOf(key)
  return id === undefined ? sql`and ${hasSlugOrName(key.slug ?? '')}` : sql`and id = ${id}::int`
}
