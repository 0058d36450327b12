import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { eventsOfObject, isAboutPerson } from './erasure/words-of-person.ts'

/** Personal data of a deleted person in the snapshots of events. */
const SNAPSHOT = { name: 'Deleted user', email: null, avatarUrl: null, labels: [], customFields: {} }

/** Personal data of a deleted person in the changes of events. */
const CHANGES = { name: 'Deleted user', email: null, profile_picture: null, labels: [], custom_fields: {} }

/** SQL of a side of the changes without personal data, with the same names. */
const anonymous = (side: 'before' | 'after') =>
  sql`(select jsonb_object_agg(key, coalesce(${JSON.stringify(CHANGES)}::jsonb -> key, value))
    from jsonb_each(${sql.ref(`e.${side}`)}))`

/**
 * Deletes a person's data from the earlier events about them as a customer or a member, so that the log does
 * not retain deleted people. The events remain. Returns their number.
 */
export async function forgetCustomer(tx: Transaction, organizationId: number, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with ids as materialized (${eventsOfObject(organizationId, id)})
    update events e set snapshot = e.snapshot || ${JSON.stringify(SNAPSHOT)}::jsonb,
      before = ${anonymous('before')}, after = ${anonymous('after')}
    from ids where e.organization_id = ${organizationId} and e.id = ids.event_id and e.created_at = ids.created_at
      and e.subject_id = ${id} and ${isAboutPerson}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
