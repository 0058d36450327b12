import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { recordSessionAuditEntries } from './record-session-audit-entries.ts'
import { ofOwner, type SessionOwner } from './session-owner.ts'

/**
 * Ends a session of an owner. Every process rejects its token within one second.
 * @throws AppError NOT_FOUND
 */
export async function endSession(
  tx: Transaction,
  owner: SessionOwner,
  { id, act }: { id: number; act: 'session.ended' | 'session.revoked' },
): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where(ofOwner(owner))
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound('Session')
  await recordSessionAuditEntries(tx, owner, act, [id])
}
