import { sql } from 'kysely'
import type { IdentityRecord } from '../own-records.ts'
import { findIds } from './refs.ts'
import { dateOf, lose, type Step } from './step.ts'

/**
 * Takes over with which identities of OpenID providers people sign in. Those here stay as they are. A person of the
 * team proves the address again, so that no file gives the role of an admin.
 */
export async function applyIdentities(step: Step, records: readonly IdentityRecord[]): Promise<void> {
  const { db, session, tally, writes } = step
  const people = await findIds(
    step,
    'person',
    records.map(({ person }) => person),
  )
  const rows = records.flatMap(({ person: externalId, issuer, subject, createdAt }) => {
    const person = people.get(externalId)
    if (person === undefined || session.erasure?.people.has(person) === true) return []
    return [{ person, issuer, subject, at: dateOf(step, createdAt) }]
  })
  if (rows.length < records.length)
    lose(tally, {
      what: 'identities',
      count: records.length - rows.length,
      reason: 'Their person does not exist.',
    })
  if (!writes || rows.length === 0) return
  await sql`insert into user_identities (organization_id, user_id, issuer, subject, created_at)
    select u.organization_id, u.id, r.issuer, r.subject, coalesce(r.at, ${session.plannedAt}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(person int, issuer text, subject text, at timestamptz)
    join users u on u.organization_id = ${session.organizationId}::int and u.id = r.person and u.role is null
    on conflict do nothing`.execute(db)
}
