import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/generated/client/client.ts'
import { now } from '../../lib/time/clock.ts'
import type { Entry } from './read-entry.ts'

/** A stored customer, and whether they were a customer before. */
type StoredCustomer = User & { wasCustomer: boolean }

const LISTED = sql`as e(email text, name text, avatar_given boolean, avatar_url text, labels text[],
  starred boolean, blocked boolean, custom_fields jsonb)`

/**
 * Makes the people with these distinct e-mails customers with the given fields, in two statements for any
 * number of them. Existing people are updated, others are created. A team member becomes a customer, but
 * keeps their role, name, picture and `blocked`. Returns the rows by e-mail.
 */
export async function storeCustomers(
  tx: Transaction,
  organizationId: number,
  entries: Entry[],
): Promise<Map<string, StoredCustomer>> {
  if (entries.length === 0) return new Map()
  const existing = await updateExisting(tx, organizationId, toJson(entries))
  const stored = new Map(existing.map((row) => [row.email ?? '', row]))
  const fresh = entries.filter(({ email }) => !stored.has(email))
  if (fresh.length === 0) return stored
  for (const row of await insertFresh(tx, organizationId, toJson(fresh))) stored.set(row.email ?? '', row)
  // People created concurrently by another transaction exist by now.
  const rest = fresh.filter(({ email }) => !stored.has(email))
  return new Map([...stored, ...(await storeCustomers(tx, organizationId, rest))])
}

/** Locks rows in the order of their e-mails, so that concurrent imports wait instead of deadlocking. */
async function updateExisting(tx: Transaction, organizationId: number, json: string) {
  const at = now()
  const { rows } = await sql<StoredCustomer>`
    with existing as materialized (
      select u.id as user_id, u.customer_since is not null as was_customer, e.*
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
      updated_at = ${at}
    from existing where u.organization_id = ${organizationId} and u.id = existing.user_id
    returning u.*, existing.was_customer`.execute(tx)
  return rows
}

async function insertFresh(tx: Transaction, organizationId: number, json: string) {
  const at = now()
  const { rows } = await sql<StoredCustomer>`
    insert into users (organization_id, email, name, avatar_url, labels, starred, blocked, custom_fields,
      customer_since, created_at, updated_at)
    select ${organizationId}::int, e.email, coalesce(e.name, split_part(e.email, '@', 1)), e.avatar_url,
      coalesce(e.labels, '{}'), coalesce(e.starred, false), coalesce(e.blocked, false),
      coalesce(e.custom_fields, '{}'), ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) ${LISTED}
    order by e.email
    on conflict (organization_id, email) do nothing
    returning *, false as was_customer`.execute(tx)
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
