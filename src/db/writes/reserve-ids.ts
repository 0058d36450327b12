import { sql } from 'kysely'
import type { Db } from '../database.ts'

type Numbered =
  | 'buckets'
  | 'changelogs'
  | 'changelog_labels'
  | 'comments'
  | 'erasures'
  | 'mails'
  | 'oauth_apps'
  | 'organizations'
  | 'posts'
  | 'roadmaps'
  | 'sign_in_providers'
  | 'sign_in_requests'
  | 'tags'
  | 'users'
  | 'webhooks'

/**
 * Takes `count` ids from a table's sequence, in ascending order. The ids are not issued again, even if they
 * are unused.
 */
export async function reserveIds(db: Db, table: Numbered, count: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id::int order by id), '{}') as ids
    from (select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)) taken`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}

/** Takes one id for a row that contains its own id. */
export async function reserveId(db: Db, table: Numbered): Promise<number> {
  const [id] = await reserveIds(db, table, 1)
  if (id === undefined) throw new Error(`the sequence of ${table} returned no id`)
  return id
}
