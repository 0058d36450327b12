import type { Transaction } from '../../../db/database.ts'

/** Deletes the identities of an issuer in an organization. */
export async function deleteIdentities(
  tx: Transaction,
  organizationId: number,
  issuer: string,
): Promise<void> {
  await tx
    .deleteFrom('userIdentities')
    .where('organizationId', '=', organizationId)
    .where('issuer', '=', issuer)
    .execute()
}
