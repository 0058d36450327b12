import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { findGap, type Archive } from '../../db/embedded/backup/archive.ts'

type State = { isOn: boolean; isFailing: boolean; last: Date | null }

/**
 * Returns the state of the archive of the embedded database in words, for the operator.
 * @throws Error with the remedy while segments cannot be archived, or when one is missing
 */
export async function describeArchive(db: Db, archive: Archive | null): Promise<string> {
  if (archive === null) return 'none: ARCHIVE_DIR is not set, so a restore has the state of a backup'
  const { rows } = await sql<State>`
    select current_setting('archive_mode') = 'on' as "isOn", last_archived_time as last,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
    from pg_stat_archiver`.execute(db)
  const [{ isOn, isFailing, last } = { isOn: false, isFailing: false, last: null }] = rows
  if (!isOn) throw new Error('the database was started without ARCHIVE_DIR: restart all processes with it')
  if (isFailing)
    throw new Error(
      `the last segment could not be copied to ${archive.folder}, and the log grows until it is: see postgres.log. It must have room and belong to the user of PostgreSQL`,
    )
  const gap = findGap(archive.folder)
  if (gap !== null)
    throw new Error(
      `the segment after ${gap} is missing in ${archive.folder}, so that changes from then on cannot be restored: make a new backup, and prune the archive before it`,
    )
  return last === null ? 'nothing was archived yet' : `the last segment is of ${last.toISOString()}`
}
