import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** Personal data of a deleted person in the snapshots of events. */
const ANONYMOUS = JSON.stringify({
  name: 'Deleted user',
  email: null,
  avatarUrl: null,
  labels: [],
  customFields: {},
})

/**
 * Deletes a person's data from the earlier events about them as a customer or a member, so that the log does
 * not retain deleted people. The events remain.
 */
export async function forgetCustomer(tx: Transaction, organizationId: number, id: number): Promise<void> {
  // The conditions on other types permit the index of the events about one object.
  await sql`
    update events set snapshot = (snapshot || ${ANONYMOUS}::jsonb), before = null, after = null
    where organization_id = ${organizationId} and subject_id = ${id}
      and type not like 'post%' and type not like 'vote%'
      and (type like 'customer%' or type like 'member%')`.execute(tx)
}
