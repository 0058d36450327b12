import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'

/**
 * Revokes every pair of tokens that derives from one code (RFC 6819 section 5.2.1.1). Returns the number of
 * pairs that were still active. Locks the install first, as every refresh does, so that no pair of the chain
 * is issued concurrently.
 */
export async function revokeChain(tx: Transaction, organizationId: number, codeId: number): Promise<number> {
  await tx
    .selectFrom('oauthInstalls')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('oauthTokens')
        .select('installId')
        .where('organizationId', '=', organizationId)
        .where('codeId', '=', codeId),
    )
    .forNoKeyUpdate()
    .execute()
  const ended = await tx
    .updateTable('oauthTokens')
    .set({ revokedAt: databaseNow, replacement: null })
    .where('organizationId', '=', organizationId)
    .where('codeId', '=', codeId)
    .where('revokedAt', 'is', null)
    .returning('rotatedAt')
    .execute()
  return ended.filter(({ rotatedAt }) => rotatedAt === null).length
}
