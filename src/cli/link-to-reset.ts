import { normalizeEmail } from '../lib/text/email.ts'
import { newPasswordReset, resetLink } from '../modules/users/passwords/password-resets.ts'
import type { Tools } from './run.ts'

/**
 * Makes a link that sets a password of an account once within 30 minutes, for a server whose mail does not work.
 * @throws Error for an address without an account
 */
export async function linkToReset(
  { database, issuer }: Pick<Tools, 'database' | 'issuer'>,
  { email: given }: { email: string },
): Promise<{ email: string; link: string; expiresAt: Date }> {
  const email = normalizeEmail(given) ?? given
  const account = await database.kysely
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
  if (!account) throw new Error(`There is no account with the e-mail address ${given}`)
  const { token, row } = newPasswordReset(email)
  const { expiresAt } = await database.kysely
    .insertInto('passwordResets')
    .values(row)
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { email, link: resetLink(issuer, token), expiresAt }
}
