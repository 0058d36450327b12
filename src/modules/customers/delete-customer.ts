import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/generated/client/client.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { isOpen } from '../invitations/open-invitation.ts'
import { ofOwner } from '../sessions/session-owner.ts'
import { customerEvent } from './customer-events.ts'
import { forgetCustomer } from './forget-customer.ts'
import { lockCustomer } from './lock-customer.ts'

/**
 * Anonymizes a customer. Posts, votes and comments remain. Name, e-mail, picture, labels, custom fields,
 * subscriptions, sessions by SSO, former invitations and the link to an account are deleted, and the person is no longer listed. A later person
 * with the same e-mail is a new person (operation `deleteCustomer`). Records the event, and deletes the
 * person's data from earlier events. Returns the anonymous person.
 * @throws AppError NOT_FOUND; CANNOT_DELETE for a team member
 */
export async function deleteCustomer(tx: Transaction, organizationId: number, id: number, actor: Actor) {
  const customer = await lockCustomer(tx, organizationId, id)
  if (customer.role !== null)
    throw cannotDelete('This customer is a team member and has to be removed from the team first')
  const at = now()
  const deleted = await tx
    .updateTable('users')
    .set({
      name: 'Deleted user',
      email: null,
      accountId: null,
      acceptedAt: null,
      avatarUrl: null,
      labels: [],
      customFields: '{}',
      starred: false,
      customerSince: null,
      anonymizedAt: at,
      updatedAt: at,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('postSubscribers')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', id)
    .execute()
  await forgetCustomer(tx, organizationId, id)
  await deleteCredentials(tx, organizationId, customer)
  const { customerSince } = customer
  await recordEvents(tx, [customerEvent(actor, 'customer_deleted', { ...deleted, customerSince })])
  return deleted
}

/**
 * Deletes the sessions by SSO of a person, which have their address, and the invitations of their e-mail that are
 * no longer open.
 */
async function deleteCredentials(
  tx: Transaction,
  organizationId: number,
  { id: userId, email }: { id: number; email: string | null },
): Promise<void> {
  await tx.deleteFrom('sessions').where(ofOwner({ organizationId, userId })).execute()
  await tx
    .deleteFrom('invitations')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where((where) => where.not(isOpen(where)))
    .execute()
}
