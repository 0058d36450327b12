import { sql } from 'kysely'
import { MAX_DETAIL } from '../../modules/mail/suppressions/suppress-address.ts'
import type { SuppressionRecord } from '../own-records.ts'
import { erasedPeople } from '../people/erased-people.ts'
import { dateOf, lose, type Step } from './step.ts'

/**
 * Takes over the addresses of an export that receive no mail, for this organization only. Those here stay as they are,
 * and that of an erased person is not stored again.
 */
export async function applySuppressions(step: Step, records: readonly SuppressionRecord[]): Promise<void> {
  const { db, session } = step
  const { organizationId, erasure } = session
  const hashes = records.map(({ email }) => erasure?.hashes.ofEmail(email) ?? null)
  const erased = await erasedPeople(
    db,
    organizationId,
    hashes.flatMap((hash) => hash ?? []),
  )
  const rows = records.flatMap(({ email, reason, detail, createdAt }, at) =>
    erased.has(hashes[at]?.toString('hex') ?? '')
      ? []
      : [{ email, reason, detail: detail?.slice(0, MAX_DETAIL) ?? null, at: dateOf(step, createdAt) }],
  )
  if (rows.length < records.length)
    lose(step.tally, {
      what: 'addresses that receive no mail',
      count: records.length - rows.length,
      reason: 'Their person was erased.',
    })
  if (step.writes && rows.length > 0)
    await sql`insert into mail_suppressions (organization_id, email, reason, detail, created_at, import_run_id)
      select ${organizationId}::int, r.email, r.reason, r.detail, coalesce(r.at, ${session.plannedAt}::timestamptz),
        ${session.runId}::int
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(email text, reason suppression_reason, detail text, at timestamptz)
      on conflict do nothing`.execute(db)
}
