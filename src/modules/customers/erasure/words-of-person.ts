import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

/** Present and former addresses and names of a person. */
export type PersonWords = { emails: string[]; names: string[] }

/** Names that many persons have, which identify none of them. */
const COMMON = new Set(['', 'anonymous', 'deleted user'])

/** SQL of the ids of the events about an object that is no post, by index. Events without a number are few. */
export const eventsOfObject = (organizationId: number, id: number) => sql`
  select event_id, created_at from event_order where organization_id = ${organizationId} and of_object = ${id}
  union all select event_id, created_at from event_box where organization_id = ${organizationId}`

/** SQL condition for the events about a person as a customer or a member. */
export const isAboutPerson = sql`(e.type like 'customer%' or e.type like 'member%')`

/**
 * Returns the addresses and names of a person: those of the row, and former ones from the events about them. Names
 * that many persons have are left out, and former addresses that another person has now.
 */
export async function wordsOfPerson(
  tx: Transaction,
  organizationId: number,
  { id, email, name }: { id: number; email: string | null; name: string },
): Promise<PersonWords> {
  const { rows } = await sql<{ email: string | null; name: string | null }>`
    with ids as materialized (${eventsOfObject(organizationId, id)})
    select distinct part ->> 'email' as email, part ->> 'name' as name
    from ids join events e on e.organization_id = ${organizationId} and e.id = ids.event_id
      and e.created_at = ids.created_at and e.subject_id = ${id} and ${isAboutPerson},
      unnest(array[e.snapshot, e.before, e.after]) as parts (part) where part is not null`.execute(tx)
  const all = [{ email, name }, ...rows]
  const emails = [...new Set(all.flatMap((row) => row.email ?? []))]
  const { rows: others } = await sql<{ email: string }>`select email from users
    where organization_id = ${organizationId} and email = any(${emails}::text[]) and id <> ${id}`.execute(tx)
  return {
    emails: emails.filter((one) => !others.some((other) => other.email === one)),
    names: [...new Set(all.flatMap((row) => (isOwn(row.name) ? [row.name] : [])))],
  }
}

const isOwn = (name: string | null): name is string => name !== null && !COMMON.has(name.trim().toLowerCase())
