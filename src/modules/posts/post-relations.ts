import { sql } from 'kysely'
import type { Bucket, Status, Tag } from '../../db/rows.ts'

/** SQL of the JSON of a bucket `b`. Dates are strings. */
export const BUCKET_JSON = sql<Bucket>`json_build_object('organizationId', b.organization_id, 'id', b.id,
  'slug', b.slug, 'name', b.name, 'description', b.description, 'private', b.private,
  'requiresModeration', b.requires_moderation, 'position', b.position, 'createdAt', b.created_at,
  'updatedAt', b.updated_at)`

/** SQL of the JSON of a status `s`, as `BUCKET_JSON`. */
export const STATUS_JSON = sql<Status>`json_build_object('organizationId', s.organization_id, 'id', s.id,
  'slug', s.slug, 'name', s.name, 'kind', s.kind, 'color', s.color, 'position', s.position,
  'percentage', s.percentage, 'createdAt', s.created_at, 'updatedAt', s.updated_at)`

/** SQL of the JSON of tags `t`, sorted by name, as `BUCKET_JSON`. */
export const TAGS_JSON = sql<Tag[]>`coalesce(json_agg(json_build_object('organizationId', t.organization_id,
  'id', t.id, 'name', t.name, 'color', t.color, 'createdAt', t.created_at, 'updatedAt', t.updated_at) order by t.name, t.id), '[]')`

/** Returns SQL for a bucket of the organization. `id` is its id, or SQL of it. */
export const bucketJson = (organizationId: number, id: unknown) => sql<Bucket>`(select ${BUCKET_JSON}
  from buckets b where b.organization_id = ${organizationId} and b.id = ${id})`

/** Returns SQL for a status, as `bucketJson`. */
export const statusJson = (organizationId: number, id: unknown) => sql<Status>`(select ${STATUS_JSON}
  from statuses s where s.organization_id = ${organizationId} and s.id = ${id})`

const tagsJson = (organizationId: number) => sql<Tag[]>`(select ${TAGS_JSON}
  from post_tags pt join tags t on t.organization_id = pt.organization_id and t.id = pt.tag_id
  where pt.organization_id = ${organizationId} and pt.post_id = posts.id)`

/**
 * Returns the columns that a statement on `posts` of an organization selects or returns beside the row for its events.
 * `toPostRow` reads them.
 */
export const postRelations = (organizationId: number) =>
  [
    bucketJson(organizationId, sql.ref('posts.bucket_id')).as('bucket'),
    statusJson(organizationId, sql.ref('posts.status_id')).as('status'),
    tagsJson(organizationId).as('tags'),
  ] as const
