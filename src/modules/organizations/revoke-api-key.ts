import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { notFound } from '../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'

/**
 * Revokes an API key permanently. Every process rejects it within one second, and this one as soon as its
 * `ApiKeys` cache is cleared. Idempotent. `actorId` is the admin who revokes it. Returns its row.
 * @throws AppError NOT_FOUND
 */
export async function revokeApiKey(
  tx: Transaction,
  organizationId: number,
  { id, actorId }: { id: number; actorId: number },
) {
  const before = await tx
    .selectFrom('apiKeys')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw notFound('API key')
  if (before.revokedAt !== null) return before
  const row = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: now() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAuditEntry(tx, {
    organizationId,
    act: 'api_key.revoked',
    actorId,
    subject: auditSubject('ApiKey', id),
    details: { name: row.name },
  })
  return row
}
