import type { Transaction } from '../../db/database.ts'
import { alreadyExists } from '../../lib/errors.ts'
import { readEmail, readFields, type CustomerFields } from './customer-fields.ts'
import { storeCustomers } from './store-customers.ts'

export type NewCustomer = { email: string } & { [Field in keyof CustomerFields]?: unknown }

/**
 * Makes the person of an e-mail a customer; one whom the organization knows otherwise, a team member too, is
 * listed from then on. Returns their row. When it throws, the transaction must not be committed.
 * @throws AppError ALREADY_EXISTS when a customer has the e-mail; as `readEmail` and `readFields`
 */
export async function createCustomer(tx: Transaction, organizationId: number, input: NewCustomer) {
  const email = readEmail(input.email)
  const stored = await storeCustomers(tx, organizationId, [{ email, fields: readFields(input) }])
  const customer = stored.get(email)
  if (!customer || customer.wasCustomer) throw alreadyExists('email')
  return customer
}
