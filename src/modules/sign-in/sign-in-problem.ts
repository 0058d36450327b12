import type { Db } from '../../db/database.ts'

/**
 * Returns the reason for which an address cannot sign in to an organization with a mailed code. Null if it can: it is
 * that of a person who is not blocked, or may join. `email` is normalized.
 */
export async function signInProblem(db: Db, organizationId: number, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('organizations as o')
    .leftJoin('users as u', (join) =>
      join.onRef('u.organizationId', '=', 'o.id').on('u.email', '=', email).on('u.bot', '=', false),
    )
    .select(['o.signUp', 'o.signUpDomains', 'u.id', 'u.blocked', 'u.anonymizedAt'])
    .where('o.id', '=', organizationId)
    .executeTakeFirst()
  if (!found) return 'The organization does not exist'
  if (found.blocked === true) return 'The person is blocked'
  if (found.anonymizedAt !== null) return 'The person was erased'
  if (found.id !== null || found.signUp === 'open') return null
  if (found.signUp === 'known') return 'The address is not known'
  return found.signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1))
    ? null
    : 'The address is of another domain'
}
