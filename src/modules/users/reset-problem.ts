import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

/**
 * Returns the reason for which a mail with a link to set a password is not sent to an address: no account has it, or
 * its links have ended since. Null if it may be sent.
 */
export async function resetProblem(db: Db, email: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
  if (!account) return 'No account has this address'
  const open = await db
    .selectFrom('passwordResets')
    .select('id')
    .where('email', '=', email)
    .where('expiresAt', '>', databaseNow)
    .limit(1)
    .executeTakeFirst()
  return open ? null : 'The link has expired or was used'
}
