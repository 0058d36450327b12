import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAuditEntry } from '../../modules/audit/record-audit-entry.ts'
import { storeTeamMember } from '../../modules/teams/add-team-member.ts'
import type { Run } from './read-run.ts'

/** Days for which a run can be undone. */
const UNDO_DAYS = 30

/** Ends a run: it can be undone for 30 days. Writes the audit entry. Without the lease nothing happens. */
export async function endRun(db: Db, run: Run, owner: string): Promise<void> {
  const { organizationId, id } = run
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      counts: Run['counts']
    }>`update import_runs set state = 'done', reason = null, finished_at = statement_timestamp(),
        updated_at = statement_timestamp(), undo_until = statement_timestamp() + make_interval(days => ${UNDO_DAYS}),
        credential_ciphertext = null, owner = null, leased_until = null, phase = null, progress = null
      where organization_id = ${organizationId} and id = ${id} and state = 'running' and owner = ${owner}
      returning counts`.execute(tx)
    const [ended] = rows
    if (ended) await addTeam(tx, run)
    if (ended)
      await recordAuditEntry(tx, {
        ...entryOf(run),
        act: 'import.finished',
        details: { ...detailsOf(run), counts: ended.counts },
      })
  })
}

/** Adds the people whom an option names to the team, as members. */
async function addTeam(tx: Transaction, { organizationId, options, startedById }: Run): Promise<void> {
  const emails = [...new Set(options.team)]
  if (emails.length === 0) return
  const { rows } = await sql<{
    email: string
  }>`select email from users where organization_id = ${organizationId}
    and role is not null and email = any(${emails}::text[])`.execute(tx)
  const present = new Set(rows.map(({ email }) => email))
  for (const email of emails.filter((one) => !present.has(one))) {
    const member = { email, role: 'member' as const, accepted: startedById === null }
    await storeTeamMember(tx, organizationId, member, startedById)
  }
}

/** Ends the work on a run with a reason. It can be resumed. */
export async function failRun(db: Db, run: Run, reason: string): Promise<void> {
  const { organizationId, id } = run
  await inTransaction(db, async (tx) => {
    const { rows } =
      await sql`update import_runs set state = 'failed', reason = ${reason}, owner = null, leased_until = null,
        updated_at = statement_timestamp()
      where organization_id = ${organizationId} and id = ${id} and state = 'running' returning id`.execute(tx)
    if (rows.length > 0)
      await recordAuditEntry(tx, {
        ...entryOf(run),
        act: 'import.failed',
        details: { ...detailsOf(run), reason },
      })
  })
}

/** Organization and actor of the audit entries of a run. The actor of the operator is null. */
export const entryOf = ({ organizationId, startedById }: Run) => ({ organizationId, actorId: startedById })

/** Details of the audit entries of a run. */
export const detailsOf = ({ id, source, sourceName }: Run) => ({ run: id, name: sourceName ?? source })
