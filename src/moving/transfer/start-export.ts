import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { limitExceeded } from '../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../../modules/audit/record-audit-entry.ts'
import { lockOrganization } from '../../modules/organizations/lock-organization.ts'
import type { ExportOptions } from '../export/options.ts'

/** Maximum number of exports of an organization that wait or are written, and of those with a stored file. */
const MAX_UNFINISHED = 3
const MAX_STORED = 5
/** The same for the data of people: those of the organization that wait, and the stored files of one person. */
const MAX_UNFINISHED_PEOPLE = 20
const MAX_STORED_OF_PERSON = 3
/** Seconds after which a request is tried again while exports wait, whose duration is unknown. */
const RETRY_AFTER_S = 60

/**
 * Creates an export of the organization, which a worker writes. Writes the audit entry. Returns its id.
 * @throws AppError LIMIT_EXCEEDED while three wait, and while five have a stored file
 */
export async function startExport(
  tx: Transaction,
  organizationId: number,
  { options, startedBy }: { options: ExportOptions; startedBy: number },
): Promise<number> {
  await lockOrganization(tx, organizationId)
  const { rows: counts } = await sql<{ unfinished: number; stored: number[] | null }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as unfinished,
      ${expiriesOf(sql`true`)} as stored
    from export_runs where organization_id = ${organizationId} and kind = 'organization'`.execute(tx)
  const { unfinished = 0, stored } = counts[0] ?? {}
  if (unfinished >= MAX_UNFINISHED) throw tooManyWait('the organization')
  assertFewStored('the organization', stored ?? [], MAX_STORED)
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
 * Creates an export of the data of a person, which a worker writes. The person exists. Writes the audit entry. Returns
 * its id.
 * @throws AppError LIMIT_EXCEEDED while twenty of the organization or one of the person wait, and while the person has
 * three stored files
 */
export async function startPersonExport(
  tx: Transaction,
  organizationId: number,
  { personId, startedBy }: { personId: number; startedBy: number },
): Promise<number> {
  await lockOrganization(tx, organizationId)
  const { rows: counts } = await sql<{ unfinished: number; own: number; stored: number[] | null }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as unfinished,
      count(*) filter (where person_id = ${personId} and state in ('waiting', 'running'))::int as own,
      ${expiriesOf(sql`person_id = ${personId}`)} as stored
    from export_runs where organization_id = ${organizationId} and kind = 'person'
      and (state in ('waiting', 'running') or person_id = ${personId})`.execute(tx)
  const { unfinished = 0, own = 0, stored } = counts[0] ?? {}
  if (unfinished >= MAX_UNFINISHED_PEOPLE || own > 0) throw tooManyWait('personal data')
  assertFewStored('personal data', stored ?? [], MAX_STORED_OF_PERSON)
  const { id } = await tx
    .insertInto('exportRuns')
    .values({ organizationId, kind: 'person', personId, createdById: startedBy, createdAt: databaseNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subject = auditSubject('User', personId)
  await recordAuditEntry(tx, { organizationId, act: 'person.exported', actorId: startedBy, subject })
  return id
}

/** SQL of the seconds until stored files expire, in their order. Null without any. */
const expiriesOf = (condition: RawBuilder<unknown>) =>
  sql`array_agg(ceil(extract(epoch from expires_at - ${databaseNow}))::int order by expires_at)
    filter (where ${condition} and expires_at > ${databaseNow})`

const tooManyWait = (what: string) =>
  limitExceeded(`Too many exports of ${what} wait; try again in a minute`, RETRY_AFTER_S)

/** @throws AppError LIMIT_EXCEEDED with the time at which the number of stored files is below `max` */
function assertFewStored(what: string, expiries: readonly number[], max: number): void {
  const seconds = expiries[expiries.length - max]
  if (seconds === undefined) return
  const time =
    seconds < 120
      ? `${seconds} seconds`
      : seconds < 7_200
        ? `${Math.ceil(seconds / 60)} minutes`
        : `${Math.ceil(seconds / 3_600)} hours`
  throw limitExceeded(`Too many exports of ${what} are stored; try again in ${time}`, seconds)
}
