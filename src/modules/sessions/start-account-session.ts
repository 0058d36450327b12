import type { Transaction } from '../../db/database.ts'
import { lockedRow } from '../../db/sharding/locked-row.ts'
import { unauthorized } from '../../lib/errors.ts'
import { startSession, type SessionClient } from './start-session.ts'

/**
 * Starts a session of an account whose password was verified against `passwordHash`. Returns its row and
 * token.
 * @throws AppError UNAUTHORIZED if the password has changed since
 */
export async function startAccountSession(
  tx: Transaction,
  { id, passwordHash }: { id: number; passwordHash: string | null },
  client: SessionClient,
) {
  // Waits for a concurrent change of the password, which ends the sessions that exist then.
  const query = tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
  if (!(await lockedRow(tx, 'accounts', query))) throw unauthorized('E-mail or password is wrong')
  return startSession(tx, { accountId: id }, client)
}
