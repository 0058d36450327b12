import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAuditEntry } from '../../../modules/audit/record-audit-entry.ts'
import { detailsOf, entryOf } from '../end-run.ts'
import type { Run } from '../read-run.ts'

/** Ends an undo and writes the audit entry. Without the lease nothing happens. */
export async function endUndo(db: Db, run: Run, owner: string): Promise<void> {
  const { organizationId, id } = run
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      undoneById: number | null
    }>`update import_runs set state = 'undone', finished_at = statement_timestamp(),
        updated_at = statement_timestamp(), owner = null, leased_until = null, phase = null, progress = null,
        undo_cursor = null
      where organization_id = ${organizationId} and id = ${id} and state = 'undoing' and owner = ${owner}
      returning undone_by_id`.execute(tx)
    const [ended] = rows
    if (!ended) return
    // A post of an earlier run may have got an address.
    await sql`delete from old_addresses a where a.organization_id = ${organizationId} and a.run_id = ${id}
      and not exists (select 1 from import_changes k where k.organization_id = ${organizationId} and k.run_id = ${id}
        and k.kind = a.kind::text and k.local_id = a.local_id and k.reason is not null)`.execute(tx)
    await sql`delete from import_changes where organization_id = ${organizationId} and run_id = ${id}
      and reason is null`.execute(tx)
    await recordAuditEntry(tx, {
      ...{ ...entryOf(run), act: 'import.undone', actorId: ended.undoneById },
      details: detailsOf(run),
    })
  })
}
