import type { Db } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { normalizeEmail } from '../../lib/text/email.ts'

/** Returns the customer with an e-mail, ignoring case, or undefined. */
export async function findCustomerByEmail(
  db: Db,
  organizationId: number,
  sent: string,
): Promise<User | undefined> {
  const email = normalizeEmail(sent)
  if (!email) return undefined
  return db
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('customerSince', 'is not', null)
    .$castTo<User>()
    .executeTakeFirst()
}
