import type { Db } from '../db/database.ts'
import type { SessionProof } from './session-token.ts'

/** Whether a session's account is still there and has not ended the sessions of that time by changing its password. */
export async function isCurrentSession(db: Db, { accountId, issuedAt }: SessionProof): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('sessionsValidFrom')
    .where('id', '=', accountId)
    .executeTakeFirst()
  // Tokens tell their time in whole seconds.
  return !!account && (account.sessionsValidFrom?.getTime() ?? 0) < issuedAt.getTime() + 1000
}
