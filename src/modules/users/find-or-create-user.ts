import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { invalidParam, missingParam } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { optionalText } from '../../lib/fields.ts'

/**
 * Returns the id of the organization's person with an e-mail. Creates a customer with the name if there is
 * none. An existing person keeps their name.
 * @throws AppError MISSING_PARAM without an e-mail, INVALID_PARAM for an invalid one
 */
export async function findOrCreateUser(
  tx: Transaction,
  organizationId: number,
  person: { email: string; name?: string | null | undefined },
) {
  if (!person.email.trim()) throw missingParam('email')
  const email = normalizeEmail(person.email)
  if (!email) throw invalidParam('email')
  const find = () =>
    tx
      .selectFrom('users')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('email', '=', email)
      .executeTakeFirst()
  const existing = await find()
  if (existing) return existing.id
  const name = optionalText('name', person.name) ?? email.split('@')[0] ?? email
  const at = now()
  const created = await tx
    .insertInto('users')
    .values({ organizationId, email, name, labels: [], customerSince: at, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['organizationId', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return (created ?? (await find()))?.id ?? Promise.reject(new Error('A user was deleted concurrently'))
}
