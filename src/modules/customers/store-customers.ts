import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { attachUploads } from '../uploads/attach-uploads.ts'
import { eventsOfStoredCustomer } from './customer-events.ts'
import type { CustomerFacts } from './event-fields.ts'
import type { Entry } from './read-entry.ts'

/** A stored customer, and whether they were a customer before. */
type StoredCustomer = User & { wasCustomer: boolean }
/** As `StoredCustomer`, with the columns of an existing person before the change. */
type Stored = StoredCustomer & { before: CustomerFacts | null }

const LISTED = sql`as e(email text, name text, avatar_given boolean, avatar_url text, labels text[],
  starred boolean, blocked boolean, custom_fields jsonb)`

/** SQL of the JSON of a person `u` before the change. */
const FACTS = sql`jsonb_build_object('name', u.name, 'email', u.email, 'avatarUrl', u.avatar_url, 'labels', u.labels,
  'starred', u.starred, 'blocked', u.blocked, 'customFields', u.custom_fields)`

/**
 * Makes the people with these distinct e-mails customers with the given fields, in three statements for any number of
 * them. Pictures of this server take one more. Records each customer that is new or changed. Existing people are
 * updated, others are created. A team member becomes a customer, but keeps their role, name, picture and `blocked`.
 * Returns the rows by e-mail.
 */
export async function storeCustomers(
  tx: Transaction,
  organizationId: number,
  entries: Entry[],
  actor: Actor,
): Promise<Map<string, StoredCustomer>> {
  const stored = await store(tx, organizationId, entries)
  await attachUploads(tx, organizationId, entries.map(({ fields }) => fields.avatarUrl).join(' '))
  const events = stored.flatMap(({ before, wasCustomer, ...customer }) =>
    eventsOfStoredCustomer(actor, wasCustomer ? before : null, customer),
  )
  await recordEvents(tx, events)
  return new Map(stored.map(({ before: _before, ...customer }) => [customer.email ?? '', customer]))
}

async function store(tx: Transaction, organizationId: number, entries: Entry[]): Promise<Stored[]> {
  if (entries.length === 0) return []
  const existing = await updateExisting(tx, organizationId, toJson(entries))
  const fresh = without(entries, existing)
  if (fresh.length === 0) return existing
  const created = await insertFresh(tx, organizationId, toJson(fresh))
  // People created concurrently by another transaction exist by now.
  return [...existing, ...created, ...(await store(tx, organizationId, without(fresh, created)))]
}

/** Returns the entries whose people are not stored. */
function without(entries: Entry[], stored: Stored[]): Entry[] {
  const emails = new Set(stored.map(({ email }) => email))
  return entries.filter(({ email }) => !emails.has(email))
}

/** Locks rows in the order of their e-mails, so that concurrent imports wait instead of deadlocking. */
async function updateExisting(tx: Transaction, organizationId: number, json: string) {
  const at = now()
  const { rows } = await sql<Stored>`
    with existing as materialized (
      select u.id as user_id, u.customer_since is not null as was_customer, ${FACTS} as before, e.*
      from jsonb_to_recordset(${json}::jsonb) ${LISTED}
      join users u on u.organization_id = ${organizationId} and u.email = e.email
      order by u.email for no key update of u)
    update users u set
      name = case when u.role is null then coalesce(existing.name, u.name) else u.name end,
      avatar_url = case when u.role is null and existing.avatar_given then existing.avatar_url else u.avatar_url end,
      blocked = case when u.role is null then coalesce(existing.blocked, u.blocked) else u.blocked end,
      labels = coalesce(existing.labels, u.labels),
      starred = coalesce(existing.starred, u.starred),
      custom_fields = coalesce(existing.custom_fields, u.custom_fields),
      customer_since = coalesce(u.customer_since, ${at}),
      updated_at = ${nextUpdatedAt(at, 'u.updated_at')}
    from existing where u.organization_id = ${organizationId} and u.id = existing.user_id
    returning u.*, existing.was_customer, existing.before`.execute(tx)
  return rows
}

async function insertFresh(tx: Transaction, organizationId: number, json: string) {
  const at = now()
  const { rows } = await sql<Stored>`
    insert into users (organization_id, email, name, avatar_url, labels, starred, blocked, custom_fields,
      customer_since, created_at, updated_at)
    select ${organizationId}::int, e.email, coalesce(e.name, split_part(e.email, '@', 1)), e.avatar_url,
      coalesce(e.labels, '{}'), coalesce(e.starred, false), coalesce(e.blocked, false),
      coalesce(e.custom_fields, '{}'), ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) ${LISTED}
    order by e.email
    on conflict (organization_id, email) do nothing
    returning *, false as was_customer, null as before`.execute(tx)
  return rows
}

function toJson(entries: Entry[]): string {
  return JSON.stringify(
    entries.map(({ email, fields }) => ({
      email,
      name: fields.name,
      avatar_given: fields.avatarUrl !== undefined,
      avatar_url: fields.avatarUrl,
      labels: fields.labels,
      starred: fields.starred,
      blocked: fields.blocked,
      custom_fields: fields.customFields,
    })),
  )
}
