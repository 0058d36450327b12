import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'

/**
 * Ends every pair of tokens that goes back to one code (RFC 6819 chapter 5.2.1.1). Returns how many were still alive.
 * The install is locked first, as every refresh does: no pair of the chain can be born unseen meanwhile.
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
