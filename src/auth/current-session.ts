import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { databaseNow } from '../db/time.ts'
import type { SessionProof } from './session-token.ts'

/**
 * Whether a session is valid by the database's clock. Its account must exist and must not have changed its
 * password since the session was issued.
 */
export async function isCurrentSession(
  db: Db,
  { accountId, issuedAt, expiresAt }: SessionProof,
): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('sessionsValidFrom')
    .where('id', '=', accountId)
    .where(sql<boolean>`${expiresAt}::timestamptz > ${databaseNow}`)
    .executeTakeFirst()
  // Tokens contain times in whole seconds.
  return !!account && (account.sessionsValidFrom?.getTime() ?? 0) < issuedAt.getTime() + 1000
}
