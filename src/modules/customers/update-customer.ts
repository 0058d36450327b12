import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/generated/client/client.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { now } from '../../lib/time/clock.ts'
import { alreadyExists, unprocessable, missingParam } from '../../lib/errors.ts'
import { readEmail, readFields, type CustomerFields } from './customer-fields.ts'
import { lockCustomer } from './lock-customer.ts'

/** What is undefined stays as it is, and so does what is null, except that a null picture removes it. */
export type CustomerChanges = { email?: string | null } & { [Field in keyof CustomerFields]?: unknown }

/** What a team member who is listed as a customer decides for themselves. */
const OWN = ['email', 'name', 'avatarUrl', 'blocked'] as const

/**
 * Changes a customer. A change that changes nothing leaves them untouched. Returns their row.
 * @throws AppError NOT_FOUND; ALREADY_EXISTS for an e-mail somebody has; UNPROCESSABLE for what is a team
 * member's own; MISSING_PARAM for a blank name; as `readEmail` and `readFields`
 */
export async function updateCustomer(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: CustomerChanges,
) {
  if (typeof changes.name === 'string' && !changes.name.trim()) throw missingParam('name')
  const next = {
    ...(changes.email != null && { email: readEmail(changes.email) }),
    ...readFields(changes),
  }
  const before = await lockCustomer(tx, organizationId, id)
  const changed = new Set(
    Object.entries(next).flatMap(([field, value]) =>
      JSON.stringify(before[field as keyof typeof next]) === JSON.stringify(value) ? [] : [field],
    ),
  )
  const own = before.role === null ? undefined : OWN.find((field) => changed.has(field))
  if (own) throw unprocessable(own, 'cannot be changed here: this customer is a team member')
  if (changed.size === 0) return before
  const { customFields, ...columns } = next
  return tx
    .updateTable('users')
    .set({
      ...columns,
      ...(customFields && { customFields: JSON.stringify(customFields) }),
      updatedAt: now(),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('email') : error
    })
}

/** The same for the customer of an e-mail. @throws AppError UNPROCESSABLE when no customer has it; as `updateCustomer` */
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
    .where('email', '=', readEmail(email))
    .where('customerSince', 'is not', null)
    .executeTakeFirst()
  if (!customer) throw unprocessable('email', "is not a customer's")
  return updateCustomer(tx, organizationId, customer.id, changes)
}
