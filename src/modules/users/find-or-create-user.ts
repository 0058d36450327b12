import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { invalidParam, missingParam } from '../../lib/errors.ts'
import { nameFromEmail, normalizeEmail } from '../../lib/text/email.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { customerEvent } from '../customers/customer-events.ts'

/**
 * Returns the id of the organization's person with an e-mail. Creates a customer with the name if there is
 * none, and records them. An existing person keeps their name.
 * @throws AppError MISSING_PARAM without an e-mail, INVALID_PARAM for an invalid one
 */
export async function findOrCreateUser(
  tx: Transaction,
  organizationId: number,
  person: { email: string; name?: string | null | undefined; actor: Actor },
): Promise<number> {
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
  const name = optionalText('name', person.name) ?? nameFromEmail(email)
  const at = now()
  const created = await tx
    .insertInto('users')
    .values({ organizationId, email, name, labels: [], customerSince: at, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['organizationId', 'email']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) await recordEvents(tx, [customerEvent(person.actor, 'customer_created', created)])
  return (created ?? (await find()))?.id ?? Promise.reject(new Error('A user was deleted concurrently'))
}
