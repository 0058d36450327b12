import type { Transaction } from '../../db/database.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { quotaReached } from '../../auth/quotas.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import { newCredential, sha256 } from '../../lib/crypto/secret.ts'
import { alreadyExists, AppError, invalidParam } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { mailInvitation } from './mail-invitation.ts'
import { INVITATION_PREFIX, INVITATION_S, isOpen, TOKEN_BITS } from './open-invitation.ts'

type NewInvitation = { email: string; role: TeamRole; invitedById: number }

/** How the link is mailed. `publicUrl` has no trailing slash. */
type Mailing = { encryption: Keyring; publicUrl: string }

/** Maximum number of open invitations of an organization. */
const MAX_OPEN = 100

/**
 * Invites a person to the team for seven days. A former open invitation of the address ends. A team member is
 * invited only while they cannot sign in. Mails the link. Returns the row, the token, of which only the hash is stored,
 * and whether the mail was queued.
 * @throws AppError INVALID_PARAM for an invalid e-mail, ALREADY_EXISTS for a member who can sign in, CONFLICT
 * for too many open invitations
 */
export async function inviteTeamMember(
  tx: Transaction,
  organizationId: number,
  { email: address, role, invitedById }: NewInvitation,
  { encryption, publicUrl }: Mailing,
) {
  const email = normalizeEmail(address)
  if (!email) throw invalidParam('email')
  await lockOrganization(tx, organizationId)
  if (await canSignIn(tx, organizationId, email)) throw alreadyExists('email', 'is in the team already')
  await deleteEnded(tx, organizationId, email)
  await assertRoom(tx, organizationId)
  const token = newCredential(INVITATION_PREFIX, organizationId, TOKEN_BITS)
  const invitation = await tx
    .insertInto('invitations')
    .values({
      organizationId,
      email,
      role,
      tokenHash: sha256(token),
      invitedById,
      createdAt: databaseNow,
      expiresAt: databaseNowPlus(INVITATION_S),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAuditEntry(tx, {
    organizationId,
    act: 'invitation.created',
    actorId: invitedById,
    subject: auditSubject('Invitation', invitation.id),
    details: { role },
  })
  const link = `${publicUrl}/invitations/${token}`
  const mailed = await mailInvitation(tx, encryption, organizationId, { email, role, invitedById, link })
  return { token, invitation, mailed }
}

/** Whether the team has a member with this address whose account has a password and acts in the organization. */
async function canSignIn(tx: Transaction, organizationId: number, email: string): Promise<boolean> {
  const member = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.accountId')
    .select('users.id')
    .where('users.organizationId', '=', organizationId)
    .where('users.email', '=', email)
    .where('users.role', 'is not', null)
    .where('users.acceptedAt', 'is not', null)
    .where('accounts.passwordHash', 'is not', null)
    .executeTakeFirst()
  return member !== undefined
}

/**
 * Deletes the open invitation of an address, and those that were withdrawn or have expired. Making invitations
 * thus does not fill the table.
 */
async function deleteEnded(tx: Transaction, organizationId: number, email: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('organizationId', '=', organizationId)
    .where('acceptedAt', 'is', null)
    .where((where) =>
      where.or([
        where('email', '=', email),
        where('withdrawnAt', 'is not', null),
        where('expiresAt', '<=', databaseNow),
      ]),
    )
    .execute()
}

async function assertRoom(tx: Transaction, organizationId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where(isOpen)
    .executeTakeFirstOrThrow()
  if (count >= MAX_OPEN) throw new AppError('CONFLICT', quotaReached(MAX_OPEN, 'open invitations'))
}
