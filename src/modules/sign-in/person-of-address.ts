import type { Transaction } from '../../db/database.ts'
import { forbidden } from '../../lib/errors.ts'
import { provisionUser } from '../users/provision-user.ts'
import { signInProblem } from './sign-in-problem.ts'

/**
 * Returns the id of the person of a proven address in an organization, as a customer. A new person has `name`, or one
 * from the address. A known person keeps theirs.
 * @throws AppError FORBIDDEN for an address that may not sign in
 */
export async function personOfAddress(
  tx: Transaction,
  organizationId: number,
  { email, name }: { email: string; name: string | null },
): Promise<number> {
  const problem = await signInProblem(tx, organizationId, email)
  if (problem !== null) throw forbidden('This address cannot sign in here')
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirst()
  const identity = { email, name: known ? null : name, avatarUrl: null, labels: null, addAsCustomer: true }
  return (await provisionUser(tx, organizationId, identity)).id
}
