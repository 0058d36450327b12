import { hashPassword, passwordProblem } from '../../auth/password.ts'
import type { SignInThrottle } from '../../auth/sign-in-throttle.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sha256 } from '../../lib/crypto/secret.ts'
import { invalidParam, missingParam, unprocessable } from '../../lib/errors.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { networkOf } from '../../lib/http/network-of.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { startSession, type SessionClient } from '../sessions/start-session.ts'
import { findAccount } from '../users/sign-in.ts'
import { takeAccount } from './account-of-invitation.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import { joinTeam } from './join-team.ts'
import { isOpen } from './open-invitation.ts'

/** An acceptance by the account of a session, or with a first password. */
type Acceptance = SessionClient & {
  token: string
  /** Account of the caller's session. */
  accountId: number | null
  password?: string | null | undefined
  name?: string | null | undefined
}

/**
 * Accepts an invitation once. With a session its account joins the team. Otherwise a session starts: of the account of
 * the address if `password` is its own, and else of the one that `takeAccount` gives the password. Returns the
 * organization's row and the started session, which is null with a session. Returns null unless the invitation is open.
 * @throws AppError MISSING_PARAM without a password, UNPROCESSABLE for an unsuitable one and for the session of
 * another address, RATE_LIMITED after too many failures
 */
export async function acceptInvitation(db: Db, throttle: SignInThrottle, acceptance: Acceptance) {
  const { token, address } = acceptance
  const invitation = await findOpenInvitation(db, token)
  if (!invitation) return null
  const name = optionalText('name', acceptance.name)
  const password = passwordOf(acceptance)
  const own =
    password === null ? null : await findAccount(db, throttle, { email: invitation.email, password, address })
  const accountId = acceptance.accountId ?? (own?.actsInId === null ? own.id : null)
  const passwordHash =
    password === null || accountId !== null ? null : await hashPassword(password, networkOf(address))
  return inTransaction(db, async (tx) => {
    const consumed = await consume(tx, invitation.organizationId, token)
    if (!consumed) return null
    const { organizationId, id: invitationId, email, role } = consumed
    const account = await takeAccount(tx, { organizationId, email, accountId, name, passwordHash })
    const actorId = await joinTeam(tx, organizationId, { account, email, role, name })
    const subject = auditSubject('Invitation', invitationId)
    await recordAuditEntry(tx, {
      organizationId,
      act: 'invitation.accepted',
      actorId,
      subject,
      details: { role },
    })
    const organization = await tx
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const started = password !== null ? await startSession(tx, { accountId: account.id }, acceptance) : null
    return { organization, session: started && { ...started, account } }
  })
}

/** Returns the first password of an acceptance without a session, or null with a session. */
function passwordOf({ accountId, password }: Acceptance): string | null {
  if (accountId !== null) {
    if (password != null) throw invalidParam('password', 'cannot be combined with a session')
    return null
  }
  if (!password) throw missingParam('password')
  const problem = passwordProblem(password)
  if (problem) throw unprocessable('password', problem)
  return password
}

/** Marks an open invitation as accepted. One of several concurrent callers receives its row. */
function consume(tx: Transaction, organizationId: number, token: string) {
  return tx
    .updateTable('invitations')
    .set({ acceptedAt: databaseNow })
    .where('organizationId', '=', organizationId)
    .where('tokenHash', '=', sha256(token))
    .where(isOpen)
    .returning(['organizationId', 'id', 'email', 'role'])
    .executeTakeFirst()
}
