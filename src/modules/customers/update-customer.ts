import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import { isDuplicate } from '../../db/transaction.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { alreadyExists, unprocessable, missingParam } from '../../lib/errors.ts'
import { isBlankText } from '../../lib/text/characters.ts'
import { attachUploads } from '../uploads/attach-uploads.ts'
import { readEmail, readFields, type CustomerInput } from './customer-fields.ts'
import { eventsOfStoredCustomer } from './customer-events.ts'
import { lockCustomer } from './lock-customer.ts'

/** Undefined and null fields are unchanged, except that a null picture removes it. */
type CustomerChanges = CustomerInput & {
  actor: Actor
  email?: string | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

/** Fields of a customer that a team member sets for themselves. */
const OWN = ['email', 'name', 'avatarUrl', 'blocked'] as const

/**
 * Updates a customer. A change without effect leaves the row untouched. Any other is recorded. Returns their
 * row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; ALREADY_EXISTS for an e-mail
 * in use; UNPROCESSABLE for a field that a team
 * member sets for themselves; MISSING_PARAM for a blank name; as `readEmail` and `readFields`
 */
export async function updateCustomer(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: CustomerChanges,
) {
  if (typeof changes.name === 'string' && isBlankText(changes.name)) throw missingParam('name')
  const next = {
    ...(changes.email != null && { email: readEmail(changes.email) }),
    ...readFields(changes),
  }
  const before = await lockCustomer(tx, organizationId, id)
  assertUnchanged(before, changes.ifUnchangedSince)
  const changed = changedFields(before, next)
  const own = before.role === null ? undefined : OWN.find((field) => changed.has(field))
  if (own) throw unprocessable(own, 'cannot be changed here: this customer is a team member')
  if (changed.size === 0) return before
  const { customFields, ...columns } = next
  const after = await tx
    .updateTable('users')
    .set({
      ...columns,
      ...(customFields && { customFields: JSON.stringify(customFields) }),
      updatedAt: timeOfUpdate(before),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('email') : error
    })
  await attachUploads(tx, organizationId, next.avatarUrl)
  await recordEvents(tx, eventsOfStoredCustomer(changes.actor, before, after))
  return after
}

/** Returns the names of the fields that change. */
const changedFields = (before: object, next: object) =>
  new Set(
    Object.entries(next).flatMap(([field, value]) =>
      JSON.stringify(before[field as keyof typeof before]) === JSON.stringify(value) ? [] : [field],
    ),
  )

/**
 * Updates the customer with an e-mail, as `updateCustomer`. Errors name it `customer.email`.
 * @throws AppError UNPROCESSABLE if no customer has the e-mail; as `updateCustomer`
 */
export async function updateCustomerByEmail(
  tx: Transaction,
  organizationId: number,
  email: string,
  changes: CustomerChanges,
) {
  const customer = await tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('email', '=', readEmail(email, 'customer.email'))
    .where('customerSince', 'is not', null)
    .executeTakeFirst()
  if (!customer) throw unprocessable('customer.email', 'does not belong to a customer')
  return updateCustomer(tx, organizationId, customer.id, changes)
}
