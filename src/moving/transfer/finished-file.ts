import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

type FinishedFile = { id: number; bytes: number; sha256: string; compressed: boolean }

/** Returns the file of an export with a name. Null before the end of the export, and after its deletion or expiry. */
export async function finishedFile(
  db: Db,
  organizationId: number,
  { exportId, name }: { exportId: number; name: string },
): Promise<FinishedFile | null> {
  const { rows } =
    await sql<FinishedFile>`select id, bytes::float8 as bytes, sha256, compressed from transfer_files
    where organization_id = ${organizationId} and owner = 'export' and owner_id = ${exportId} and name = ${name}
      and completed_at is not null and exists (select 1 from export_runs r
        where r.organization_id = ${organizationId} and r.id = ${exportId} and r.state = 'done'
          and r.expires_at > ${databaseNow})`.execute(db)
  return rows[0] ?? null
}
