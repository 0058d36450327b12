import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import { auditSubject, recordAuditEntry } from '../../modules/audit/record-audit-entry.ts'

/** Seconds in which further downloads of a file leave no entry, so that its address cannot fill the audit trail. */
const ONCE_WITHIN_S = 600

/**
 * Records the download of an export, at most once in 10 minutes. The address does not identify the person who
 * downloads it.
 */
export async function recordDownload(db: Db, organizationId: number, exportId: number): Promise<void> {
  const { rows } = await sql`select 1 from audit_entries where organization_id = ${organizationId}
    and subject_type = 'ExportRun' and subject_id = ${exportId} and act = 'export.downloaded'
    and created_at > ${databaseNowPlus(-ONCE_WITHIN_S)} limit 1`.execute(db)
  if (rows.length > 0) return
  const subject = auditSubject('ExportRun', exportId)
  await inTransaction(db, (tx) => recordAuditEntry(tx, { organizationId, act: 'export.downloaded', subject }))
}
