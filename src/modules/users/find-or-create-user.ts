import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { nameFromEmail } from '../../lib/text/email.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { customerEvent } from '../customers/customer-events.ts'
import { findIdBy, userKey } from './find-user.ts'

/**
 * Returns the id of the organization's person with an e-mail. Creates a customer with the name if there is
 * none, and records them. An existing person keeps their name. The address of a bot returns the bot.
 * @throws AppError as `userKey`; UNPROCESSABLE for the address of no bot of the organization
 */
export async function findOrCreateUser(
  tx: Transaction,
  organizationId: number,
  person: { email: string; name?: string | null | undefined; actor: Actor },
): Promise<number> {
  const key = userKey(person.email)
  const existing = await findIdBy(tx, organizationId, key)
  if (existing !== null) return existing
  if (!('email' in key)) throw unprocessable('email', 'does not belong to a bot of the organization')
  const { email } = key
  const name = optionalText('name', person.name) ?? nameFromEmail(email)
  const at = now()
  const created = await tx
    .insertInto('users')
    .values({ organizationId, email, name, labels: [], customerSince: at, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['organizationId', 'email']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) await recordEvents(tx, [customerEvent(person.actor, 'customer_created', created)])
  const id = created?.id ?? (await findIdBy(tx, organizationId, key))
  return id ?? Promise.reject(new Error('A user was deleted concurrently'))
}
