import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Numbered =
  'buckets' | 'changelogs' | 'changelog_labels' | 'comments' | 'posts' | 'roadmaps' | 'tags' | 'users'

/** Takes `count` ids from a table's sequence, ascending: nobody else gets them, whether they are used or not. */
export async function reserveIds(db: Db, table: Numbered, count: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id::int order by id), '{}') as ids
    from (select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)) taken`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}
