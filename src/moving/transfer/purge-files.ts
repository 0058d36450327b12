import { sql } from 'kysely'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'

const DAY_S = 86_400
/** Seconds for which the files of an import that has not ended are retained after its last change. */
const UNENDED_S = 30 * DAY_S

/**
 * Deletes up to `batch` files: uploads, stored answers and exports a day after the end of their last import or export,
 * and after their creation; those of an import that has not ended 30 days after its last change. Uses the database's
 * clock. Returns the number of deleted files.
 */
export function purgeFiles(db: Db, batch: number): Promise<number> {
  const old = sql<RowKey>`select f.organization_id as "organizationId", f.id from transfer_files f
    where f.created_at <= ${databaseNowPlus(-DAY_S)} and not ${isInUse('f')} order by f.created_at limit ${batch}`
  return changeByOrganization(
    db,
    old,
    (organizationId, ids) => sql`delete from transfer_files f
      where f.organization_id = ${organizationId} and f.id = any(${ids}::int[]) and not ${isInUse('f')}`,
  )
}

/** SQL condition that an import or export needs a file, or ended less than a day ago. */
function isInUse(file: string) {
  const of = sql.raw(`r.organization_id = ${file}.organization_id`)
  const owned = sql.raw(`${file}.owner_id`)
  const since = sql`coalesce(r.finished_at, r.updated_at + make_interval(secs => ${UNENDED_S - DAY_S}::float8))`
  const owner = sql.raw(`${file}.owner`)
  // Without CASE, because Citus refuses a time inside of it.
  return sql`(${owner} = 'export' and exists (select 1 from export_runs r where ${of} and r.id = ${owned}
      and (r.finished_at is null or r.finished_at > ${databaseNowPlus(-DAY_S)}))
    or ${owner} = 'run' and exists (select 1 from import_runs r where ${of} and r.id = ${owned}
      and ${since} > ${databaseNowPlus(-DAY_S)})
    or ${owner} not in ('export', 'run') and exists (select 1 from import_sources s
      join import_runs r on r.organization_id = s.organization_id and r.id = s.id
      where s.organization_id = ${sql.raw(`${file}.organization_id`)}
        and ${sql.raw(`${file}.id`)} in (s.file_id, s.votes_file_id) and ${since} > ${databaseNowPlus(-DAY_S)}))`
}
