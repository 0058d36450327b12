import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { recordSessionAuditEntries } from './record-session-audit-entries.ts'
import { ofOwner, type SessionOwner } from './session-owner.ts'

/**
 * Ends all sessions of an owner except `currentId`, and with it the JWTs of an account. Without a current
 * session the caller holds such a JWT, and JWTs remain. Returns the ids of the ended sessions.
 */
export async function endOtherSessions(
  tx: Transaction,
  owner: SessionOwner,
  currentId: number | null,
): Promise<number[]> {
  if ('accountId' in owner && currentId !== null)
    await tx
      .updateTable('accounts')
      .set({ sessionsValidFrom: databaseNow })
      .where('id', '=', owner.accountId)
      .execute()
  const ended = await tx
    .deleteFrom('sessions')
    .where(ofOwner(owner))
    .$if(currentId !== null, (sessions) => sessions.where('id', '<>', currentId ?? 0))
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  await recordSessionAuditEntries(tx, owner, 'session.revoked', ids)
  return ids
}
