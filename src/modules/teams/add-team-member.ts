import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { isDuplicate } from '../../db/transaction.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { hashPassword, passwordProblem } from '../../auth/password.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { alreadyExists, unprocessable, invalidParam } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { optionalText } from '../../lib/fields.ts'
import { memberEvent } from './member-event.ts'

type NewTeamMember = {
  email: string
  name?: string | null | undefined
  role: TeamRole
  password?: string | null | undefined
}

/**
 * Adds a person to the team as `storeTeamMember`, and records the event. Returns the user's row.
 * @throws AppError as `storeTeamMember`
 */
export async function addTeamMember(
  tx: Transaction,
  organizationId: number,
  { actor, ...member }: NewTeamMember & { actor: Actor },
) {
  const added = await storeTeamMember(tx, organizationId, member)
  await recordEvents(tx, [memberEvent(actor, 'member_added', added)])
  return added
}

/**
 * Adds a person to the team, without an event, as the first members of an organization are. Finds or creates their account and their user in the organization. Sets the
 * password only on an account that has none. Returns the user's row.
 * @throws AppError INVALID_PARAM for an invalid e-mail, ALREADY_EXISTS if they are in the team, UNPROCESSABLE
 * for a password that is too short or too long
 */
export async function storeTeamMember(tx: Transaction, organizationId: number, member: NewTeamMember) {
  const email = normalizeEmail(member.email)
  if (!email) throw invalidParam('email')
  const name = optionalText('name', member.name) ?? email.split('@')[0] ?? email
  const accountId = await findOrCreateAccount(tx, email, name, member.password ?? null)
  const at = now()
  const membership = {
    accountId,
    role: member.role,
    joinedTeamAt: at,
    roleChangedAt: at,
    blocked: false,
    updatedAt: at,
  }
  const added = await tx
    .insertInto('users')
    .values({ organizationId, email, name, labels: [], createdAt: at, ...membership })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'email']).doUpdateSet(membership).where('users.role', 'is', null),
    )
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      // The account belongs to a user with another e-mail in this organization.
      throw isDuplicate(error) ? taken() : error
    })
  if (!added) throw taken()
  return added
}

const taken = () => alreadyExists('email', 'is in the team already')

async function findOrCreateAccount(
  tx: Transaction,
  email: string,
  name: string,
  password: string | null,
): Promise<number> {
  const problem = password === null ? null : passwordProblem(password)
  if (problem) throw unprocessable('password', problem)
  const passwordHash = password === null ? null : await hashPassword(password)
  const account = await tx
    .insertInto('accounts')
    .values({ email, name, passwordHash, createdAt: now() })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        passwordHash: sql<string | null>`coalesce(accounts.password_hash, excluded.password_hash)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return account.id
}
