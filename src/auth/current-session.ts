import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { databaseNow } from '../db/time.ts'
import type { SessionProof } from './session-token.ts'

/**
 * Whether a session lasts by the database's clock, its account is still there and has not ended the sessions of that time by
 * changing its password.
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
  // Tokens tell their time in whole seconds.
  return !!account && (account.sessionsValidFrom?.getTime() ?? 0) < issuedAt.getTime() + 1000
}
