import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAuditEntry } from '../../modules/audit/record-audit-entry.ts'
import type { ExportOptions } from './options.ts'

/** Records in the audit trail that the operator starts an export. */
export function recordExportStart(db: Db, organizationId: number): Promise<void> {
  return inTransaction(db, (tx) => recordAuditEntry(tx, { organizationId, act: 'export.started' }))
}

/** Stores an export that the operator has written to a file. The service has no copy of it. Returns its id. */
export async function storeFinishedExport(
  db: Db,
  organizationId: number,
  { options, fileName, bytes }: { options: ExportOptions; fileName: string; bytes: number },
): Promise<number> {
  const { id } = await db
    .insertInto('exportRuns')
    .values({
      organizationId,
      kind: 'organization',
      state: 'done',
      options: JSON.stringify(options),
      fileName,
      bytes,
      createdAt: databaseNow,
      startedAt: databaseNow,
      finishedAt: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
