import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { PROVIDER_COLUMNS, type SignInProviderRow } from './sign-in-provider-row.ts'

/**
 * Locks a provider until the transaction ends, so that no sign-in with it ends before. Returns its row.
 * @throws AppError NOT_FOUND
 */
export async function lockSignInProvider(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<SignInProviderRow> {
  const provider = await tx
    .selectFrom('signInProviders')
    .select(PROVIDER_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!provider) throw notFound('Provider')
  return provider
}
