import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { alreadyExists } from '../../lib/errors.ts'
import { readEmail, readFields, type CustomerInput } from './customer-fields.ts'
import { storeCustomers } from './store-customers.ts'

type NewCustomer = CustomerInput & { email: string; actor: Actor }

/**
 * Makes the person with an e-mail a customer. An existing person, including a team member, becomes a
 * customer. Records the event. Returns their row. If it throws, the transaction must be rolled back.
 * @throws AppError ALREADY_EXISTS if a customer has the e-mail; as `readEmail` and `readFields`
 */
export async function createCustomer(tx: Transaction, organizationId: number, input: NewCustomer) {
  const email = readEmail(input.email)
  const stored = await storeCustomers(tx, organizationId, [{ email, fields: readFields(input) }], input.actor)
  const customer = stored.get(email)
  if (!customer || customer.wasCustomer) throw alreadyExists('email')
  return customer
}
