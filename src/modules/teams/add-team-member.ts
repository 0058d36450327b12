import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { hashPassword, passwordProblem } from '../../auth/password.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { alreadyExists, unprocessable, invalidParam } from '../../lib/errors.ts'
import { nameFromEmail, normalizeEmail } from '../../lib/text/email.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { memberEvent } from './member-event.ts'
import { storeMemberships } from './store-memberships.ts'

type NewTeamMember = {
  email: string
  name?: string | null | undefined
  role: TeamRole
  password?: string | null | undefined
  /**
   * Whether the operator adds the member, whose account can then act in the organization. Otherwise it can
   * once it has accepted an invitation (contract 1.3).
   */
  accepted?: boolean
}

/**
 * Adds a person to the team as `storeTeamMember`, and records the event and the audit entry. `by` is the member who
 * adds them, with a null id for the operator. Returns the user's row.
 * @throws AppError as `storeTeamMember`
 */
export async function addTeamMember(
  tx: Transaction,
  organizationId: number,
  member: NewTeamMember,
  by: { actor: Actor; actorId: number | null },
) {
  const added = await storeTeamMember(tx, organizationId, member, by.actorId)
  await recordEvents(tx, [memberEvent(by.actor, 'member_added', added)])
  return added
}

/**
 * Adds a person to the team, without an event, as the first members of an organization are. Finds or creates their
 * account and their user in the organization. Sets the password only on an account that has none. Records the audit
 * entry. Returns the user's row.
 * @throws AppError INVALID_PARAM for an invalid e-mail, ALREADY_EXISTS if they are in the team, UNPROCESSABLE
 * for a password that is too short or too long
 */
export async function storeTeamMember(
  tx: Transaction,
  organizationId: number,
  member: NewTeamMember,
  actorId: number | null = null,
) {
  const email = normalizeEmail(member.email)
  if (!email) throw invalidParam('email')
  const name = optionalText('name', member.name) ?? nameFromEmail(email)
  await findOrCreateAccount(tx, email, name, member.password ?? null)
  const [added] = await storeMemberships(tx, organizationId, [{ ...member, email, name }])
  if (!added) throw inTeamAlready()
  const { role } = member
  const subject = auditSubject('User', added.id)
  await recordAuditEntry(tx, { organizationId, act: 'member.added', actorId, subject, details: { role } })
  return added
}

/** The error of a person who is in the team. */
export const inTeamAlready = () => alreadyExists('email', 'is in the team already')

/** Locks the account until the transaction ends. */
async function findOrCreateAccount(
  tx: Transaction,
  email: string,
  name: string,
  password: string | null,
): Promise<void> {
  const problem = password === null ? null : passwordProblem(password)
  if (problem) throw unprocessable('password', problem)
  const passwordHash = password === null ? null : await hashPassword(password)
  await tx
    .insertInto('accounts')
    .values({ email, name, passwordHash, createdAt: now() })
    .onConflict((conflict) =>
      conflict.columns(['email', 'actsInId']).doUpdateSet({
        passwordHash: sql<string | null>`coalesce(accounts.password_hash, excluded.password_hash)`,
      }),
    )
    .execute()
}
