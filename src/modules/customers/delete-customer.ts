import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { lockCustomer } from './lock-customer.ts'

/**
 * Anonymizes a customer: posts, votes and comments stay, name, e-mail, picture, labels, custom fields,
 * subscriptions and the tie to an account go, and the person leaves the list. Whoever comes with the same
 * e-mail later is somebody new (contract 4.2).
 * @throws AppError NOT_FOUND; CANNOT_DELETE for a team member
 */
export async function deleteCustomer(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const customer = await lockCustomer(tx, organizationId, id)
  if (customer.role !== null)
    throw cannotDelete('This customer is a team member and has to be removed from the team first')
  const at = now()
  await tx
    .updateTable('users')
    .set({
      name: 'Deleted user',
      email: null,
      accountId: null,
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
    .execute()
  await tx
    .deleteFrom('postSubscribers')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', id)
    .execute()
}
