import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { sha256 } from '../../lib/crypto/secret.ts'
import { endRequests } from './end-requests.ts'
import type { ProvenRequest } from './use-code.ts'

/**
 * Uses the token of a mailed link, once, and ends the other requests of the address. Null for an unknown, expired or
 * used one. Wrong codes do not end it, because others can send those.
 */
export async function useLink(
  tx: Transaction,
  organizationId: number,
  token: string,
): Promise<ProvenRequest | null> {
  const request = await tx
    .updateTable('signInRequests')
    .set({ endedAt: databaseNow })
    .where('organizationId', '=', organizationId)
    .where('linkHash', '=', sha256(token))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', databaseNow)
    .returning(['email', 'returnTo', 'locale'])
    .executeTakeFirst()
  if (!request) return null
  await endRequests(tx, organizationId, request.email)
  return request
}
