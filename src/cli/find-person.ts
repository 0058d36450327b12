import { normalizeEmail } from '../lib/text/email.ts'
import { findOrganization } from '../modules/organizations/find-organization.ts'
import type { Tools } from './run.ts'

export type PersonOptions = { org: string; email: string }

/** No person has an address. */
export class UnknownPersonError extends Error {}

/**
 * Returns a person of an organization by the e-mail address.
 * @throws UnknownPersonError; AppError NOT_FOUND for the organization
 */
export async function findPerson(
  { database }: Pick<Tools, 'database'>,
  { org, email }: PersonOptions,
): Promise<{ organizationId: number; userId: number }> {
  const organization = await findOrganization(database.kysely, org)
  const person = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organization.id)
    .where('email', '=', normalizeEmail(email) ?? '')
    .executeTakeFirst()
  if (!person) throw new UnknownPersonError(`No person of ${org} has the e-mail address ${email}`)
  return { organizationId: organization.id, userId: person.id }
}
