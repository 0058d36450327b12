import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { notFound } from '../../lib/errors.ts'

/** Locks a customer until the transaction ends and returns their row. @throws AppError NOT_FOUND */
export async function lockCustomer(tx: Transaction, organizationId: number, id: number) {
  const customer = await tx
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('customerSince', 'is not', null)
    .forNoKeyUpdate()
    .$castTo<User>()
    .executeTakeFirst()
  if (!customer) throw notFound('Customer')
  return customer
}
