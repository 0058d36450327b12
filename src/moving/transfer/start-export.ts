import { sql } from 'kysely'
import { tooManyRequests } from '../../auth/quotas.ts'
import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { auditSubject, recordAuditEntry } from '../../modules/audit/record-audit-entry.ts'
import { lockOrganizationForShare } from '../../modules/organizations/hold-organization.ts'
import type { ExportOptions } from '../export/options.ts'

/** Maximum number of exports of an organization that wait or are written, and of those with a stored file. */
const MAX_UNFINISHED = 3
const MAX_STORED = 5
/** The same for the data of people: those of the organization that wait, and the stored files of one person. */
const MAX_UNFINISHED_PEOPLE = 20
const MAX_STORED_OF_PERSON = 3
const RETRY_AFTER_S = 60

/**
 * Creates an export of the organization, which a worker writes. Writes the audit entry. Returns its id.
 * @throws AppError RATE_LIMITED while three wait, and while five have a stored file
 */
export async function startExport(
  tx: Transaction,
  organizationId: number,
  { options, startedBy }: { options: ExportOptions; startedBy: number },
): Promise<number> {
  await lockOrganizationForShare(tx, organizationId)
  const { rows: counts } = await sql<{ unfinished: number; stored: number }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as unfinished,
      count(*) filter (where expires_at > ${databaseNow})::int as stored
    from export_runs where organization_id = ${organizationId} and kind = 'organization'`.execute(tx)
  const { unfinished = 0, stored = 0 } = counts[0] ?? {}
  if (unfinished >= MAX_UNFINISHED || stored >= MAX_STORED)
    throw tooManyRequests(
      'Too many exports of the organization wait or are stored; try again later',
      RETRY_AFTER_S,
    )
  const { id } = await tx
    .insertInto('exportRuns')
    .values({
      organizationId,
      kind: 'organization',
      options: JSON.stringify(options),
      createdById: startedBy,
      createdAt: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAuditEntry(tx, { organizationId, act: 'export.started', actorId: startedBy })
  return id
}

/**
 * Creates an export of the data of a person, which a worker writes. The person exists. Writes the audit entry. Returns its
 * id.
 * @throws AppError RATE_LIMITED while twenty of the organization or one of the person wait, and while the person has three
 * stored files
 */
export async function startPersonExport(
  tx: Transaction,
  organizationId: number,
  { personId, startedBy }: { personId: number; startedBy: number },
): Promise<number> {
  await lockOrganizationForShare(tx, organizationId)
  const { rows: counts } = await sql<{ unfinished: number; own: number; stored: number }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as unfinished,
      count(*) filter (where person_id = ${personId} and state in ('waiting', 'running'))::int as own,
      count(*) filter (where person_id = ${personId} and expires_at > ${databaseNow})::int as stored
    from export_runs where organization_id = ${organizationId} and kind = 'person'
      and (state in ('waiting', 'running') or person_id = ${personId})`.execute(tx)
  const { unfinished = 0, own = 0, stored = 0 } = counts[0] ?? {}
  if (unfinished >= MAX_UNFINISHED_PEOPLE || own > 0 || stored >= MAX_STORED_OF_PERSON)
    throw tooManyRequests(
      'Too many exports of personal data wait or are stored; try again later',
      RETRY_AFTER_S,
    )
  const { id } = await tx
    .insertInto('exportRuns')
    .values({ organizationId, kind: 'person', personId, createdById: startedBy, createdAt: databaseNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subject = auditSubject('User', personId)
  await recordAuditEntry(tx, { organizationId, act: 'person.exported', actorId: startedBy, subject })
  return id
}
