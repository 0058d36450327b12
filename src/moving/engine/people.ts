import { sql } from 'kysely'
import { nameFromEmail } from '../../lib/text/email.ts'
import type { PersonRecord } from '../records.ts'
import { findErased } from './erased-people.ts'
import { fillEmpty } from './fill-people.ts'
import type { Draft, Shape } from './drafts.ts'
import { applyDrafts } from './rows.ts'
import { newIds } from './store-rows.ts'
import { storeRefs } from './refs.ts'
import { count, dateOf, type Step } from './step.ts'

/** How people are stored. */
export const PEOPLE: Shape = {
  kind: 'person',
  table: 'users',
  columns: {
    ...{
      id: 'int',
      email: 'text',
      name: 'text',
      avatar_url: 'text',
      customer_since: 'timestamptz',
      bot: 'boolean',
      reachable: 'boolean',
      no_mail: 'boolean',
    },
    ...{ locale: 'text', blocked: 'boolean', starred: 'boolean', labels: 'text[]', custom_fields: 'jsonb' },
    ...{ anonymized_at: 'timestamptz', created_at: 'timestamptz', updated_at: 'timestamptz' },
  },
}
const DELETED = 'Deleted user'
/** Columns of a deleted person. */
const EMPTY = {
  ...{ email: null, avatar_url: null, locale: null, customer_since: null, labels: [], custom_fields: {} },
  ...{ blocked: false, starred: false, reachable: false, no_mail: false },
}
const BY_NAME = 'name:'

/**
 * Stores people. One of the organization is found by e-mail, or by a name that only one customer has. One who was
 * erased here is the anonymous row, and nothing of the record is stored.
 */
export async function applyPeople(step: Step, records: readonly PersonRecord[]): Promise<void> {
  const erased = await findErased(step, records)
  await applyErased(step, erased)
  await applyOthers(
    step,
    records.filter(({ externalId }) => !erased.has(externalId)),
  )
}

/** People who were erased here stay their anonymous rows. Nothing of the record is stored. */
async function applyErased(step: Step, erased: ReadonlyMap<string, number>): Promise<void> {
  count(step.tally, 'person', 'unchanged', erased.size)
  step.tally.people.erased += erased.size
  const refs = [...erased].map(([externalId, localId]) => ({
    ...{ externalId, localId, isErased: true, created: false, hash: '' },
  }))
  await storeRefs(step, 'person', refs)
}

async function applyOthers(step: Step, records: readonly PersonRecord[]): Promise<void> {
  const emails = records.flatMap(({ email }) => email ?? [])
  const byEmail = await peopleByEmail(step, emails)
  const names = records.filter(isByName).map(({ name }) => name ?? '')
  const byName = await customersByName(step, names)
  const ids = await newIds('users')(step, records.length)
  const drafts = records.map((record, index): Draft<PersonRecord> => {
    const id = ids[index] ?? 0
    const email = record.deleted === true ? undefined : record.email
    const match =
      (email === undefined ? undefined : byEmail.get(email)) ??
      (isByName(record) ? byName.get(lower(record.name)) : undefined)
    if (match === undefined && email !== undefined) {
      byEmail.set(email, id)
      step.memory.ids?.set(`e-mail\0${email}`, id)
    }
    countPerson(step, record, match !== undefined)
    return { ...draftOf(step, record, id), match }
  })
  const applied = await applyDrafts(step, PEOPLE, drafts)
  await fillEmpty(
    step,
    PEOPLE,
    applied.filter(({ isMatch }) => isMatch),
  )
}

const isByName = ({ externalId, email }: PersonRecord) =>
  email === undefined && externalId.startsWith(BY_NAME)
const lower = (name: string | undefined) => (name ?? '').toLowerCase()

function countPerson({ tally: { people } }: Step, record: PersonRecord, isPresent: boolean): void {
  if (isPresent) people.present += 1
  else if (record.email !== undefined) people.withEmail += 1
  else if (isByName(record)) people.byName += 1
  else people.withoutEmail += 1
}

async function peopleByEmail(step: Step, emails: readonly string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const { rows } = await sql<{ email: string; id: number }>`select email, id from users
    where organization_id = ${step.session.organizationId} and email = any(${emails}::text[])`.execute(
    step.db,
  )
  const found = new Map(rows.map(({ email, id }) => [email, id]))
  for (const email of emails) {
    const virtual = step.memory.ids?.get(`e-mail\0${email}`)
    if (virtual !== undefined && !found.has(email)) found.set(email, virtual)
  }
  return found
}

/** Customers of a name that only one has. People whom this source has created are excluded. */
async function customersByName(
  { db, session }: Step,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: number }>`
    select lower(u.name) as name, min(u.id) as id from users u
    where u.organization_id = ${session.organizationId} and u.customer_since is not null
      and lower(u.name) = any(${names.map(lower)}::text[])
      and not exists (select 1 from external_refs r where r.organization_id = u.organization_id and r.kind = 'person'
        and r.local_id = u.id and r.local_id > 0 and r.source_name = ${session.sourceName} and r.created)
    group by lower(u.name) having count(*) = 1`.execute(db)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function draftOf(step: Step, record: PersonRecord, id: number): Draft<PersonRecord> {
  const { plannedAt } = step.session
  const createdAt = dateOf(step, record.createdAt) ?? plannedAt
  const updated_at = dateOf(step, record.updatedAt) ?? createdAt
  const common = { id, created_at: createdAt, updated_at, bot: record.bot ?? false }
  if (record.deleted === true) {
    const anonymized_at = dateOf(step, record.anonymizedAt) ?? createdAt
    return {
      record,
      values: { ...common, ...EMPTY, name: DELETED, anonymized_at },
      tracked: {},
    }
  }
  const tracked = {
    name: record.name ?? (record.email == null ? 'Anonymous' : nameFromEmail(record.email)),
    avatar_url: record.avatarUrl ?? null,
    labels: [...new Set(record.labels)],
    custom_fields: { ...record.customFields, ...companyFields(record) },
    blocked: record.blocked ?? false,
  }
  const isCustomer = record.customer ?? record.email !== undefined
  const values = {
    ...common,
    ...tracked,
    email: record.email ?? null,
    locale: record.locale ?? null,
    starred: record.starred ?? false,
    reachable: record.reachable ?? false,
    no_mail: record.noMail ?? false,
    anonymized_at: null,
  }
  return { record, values: { ...values, customer_since: isCustomer ? createdAt : null }, tracked }
}

/** A company becomes custom fields of its people. */
function companyFields({ companies }: PersonRecord): Record<string, unknown> {
  const [company] = companies ?? []
  if (!company) return {}
  const { name, plan, mrr } = company
  return {
    company: name,
    ...(plan !== undefined && { companyPlan: plan }),
    ...(mrr !== undefined && { companyMrr: mrr }),
  }
}
