import { sql } from 'kysely'
import type { ChangelogSubscriberRecord, MuteRecord, PreferenceRecord } from '../own-records.ts'
import { findIds } from './refs.ts'
import { dateOf, lose, type Step } from './step.ts'

type ChoiceRecord = MuteRecord | ChangelogSubscriberRecord | PreferenceRecord

/**
 * Takes over what people of an export have chosen for their notifications. Choices here stay as they are, and an erased
 * person has none.
 */
export async function applyChoices(step: Step, records: readonly ChoiceRecord[]): Promise<void> {
  const people = await findIds(
    step,
    'person',
    records.map(({ person }) => person),
  )
  const posts = await findIds(
    step,
    'post',
    records.map((record) => (record.type === 'mute' ? record.post : undefined)),
  )
  const isErased = (id: number) => step.session.erasure?.people.has(id) === true
  const rows = records.flatMap((record) => {
    const [person, post] = [people.get(record.person), record.type === 'mute' ? posts.get(record.post) : 0]
    if (person === undefined || post === undefined || isErased(person)) return []
    const { type, kind, frequency, inBell, createdAt } = { ...NO_CHOICE, ...record }
    return [{ type, post, person, kind, frequency, inBell, at: dateOf(step, createdAt) }]
  })
  if (rows.length < records.length)
    lose(step.tally, {
      what: 'choices for notifications',
      count: records.length - rows.length,
      reason: 'Their person or post does not exist.',
    })
  if (!step.writes) return
  for (const [type, insert] of Object.entries(INSERTS)) {
    const ofType = rows.filter((row) => row.type === type)
    if (ofType.length > 0) await insert(step, JSON.stringify(ofType))
  }
}

const NO_CHOICE = { kind: null, frequency: null, inBell: null, createdAt: undefined }

/** Statements that insert rows, which are JSON, of each type. */
const INSERTS: Record<ChoiceRecord['type'], (step: Step, rows: string) => Promise<unknown>> = {
  mute: ({ db, session }, rows) =>
    sql`insert into post_mutes (organization_id, post_id, user_id, created_at)
      select ${session.organizationId}::int, r.post, r.person, coalesce(r.at, ${session.plannedAt}::timestamptz)
      from jsonb_to_recordset(${rows}::jsonb) as r(post int, person int, at timestamptz)
      on conflict do nothing`.execute(db),
  changelogSubscriber: ({ db, session }, rows) =>
    sql`insert into changelog_subscribers (organization_id, user_id, created_at)
      select ${session.organizationId}::int, r.person, coalesce(r.at, ${session.plannedAt}::timestamptz)
      from jsonb_to_recordset(${rows}::jsonb) as r(person int, at timestamptz)
      on conflict do nothing`.execute(db),
  preference: ({ db, session }, rows) =>
    sql`insert into notification_preferences (organization_id, user_id, kind, frequency, in_bell)
      select ${session.organizationId}::int, r.person, r.kind, r.frequency, r."inBell"
      from jsonb_to_recordset(${rows}::jsonb)
        as r(person int, kind notification_kind, frequency mail_frequency, "inBell" boolean)
      on conflict do nothing`.execute(db),
}
