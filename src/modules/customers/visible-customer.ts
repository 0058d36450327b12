import { hasTeamView } from '../../auth/caller.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { userLoaders } from '../users/loaders.ts'
import { findCustomerByEmail } from './find-customer-by-email.ts'

/**
 * Returns the customer with a database id or an e-mail.
 * @throws AppError NOT_FOUND, also outside the team
 */
export async function visibleCustomer(context: LoaderContext, key: number | { email: string }) {
  if (!hasTeamView(context.caller)) throw notFound('Customer')
  const user =
    typeof key === 'number'
      ? await userLoaders(context).byId.find(key)
      : await findCustomerByEmail(context.db, context.organizationId, key.email)
  if (!user?.customerSince) throw notFound('Customer')
  return user
}
