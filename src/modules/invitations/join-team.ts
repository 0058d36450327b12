import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { databaseNow, nextUpdatedAt } from '../../db/time.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { recordEvents } from '../../events/record.ts'
import { AppError } from '../../lib/errors.ts'
import { nameFromEmail } from '../../lib/text/email.ts'
import { memberEvent } from '../teams/member-event.ts'

type Joining = { account: { id: number }; email: string; role: TeamRole; name: string | null }

/**
 * Makes an account the person with its address in an organization, and a team member. A person who is in the
 * team already keeps their role. Otherwise records the event. Returns the id of the user.
 * @throws AppError CONFLICT if the person has accepted with another account
 */
export async function joinTeam(tx: Transaction, organizationId: number, joining: Joining): Promise<number> {
  const { member, isNew } = await storeMember(tx, organizationId, joining).catch((error: unknown) => {
    // The account is a person with another address in this organization.
    throw isDuplicate(error) ? otherAccount() : error
  })
  if (isNew) await recordEvents(tx, [memberEvent({ kind: 'user', id: member.id }, 'member_added', member)])
  return member.id
}

/** Returns the row of the team member, and whether they join the team. */
async function storeMember(
  tx: Transaction,
  organizationId: number,
  { account, email, role, name }: Joining,
): Promise<{ member: User; isNew: boolean }> {
  const key = { organizationId, email }
  const person = { ...key, name: name ?? nameFromEmail(email), labels: [], createdAt: databaseNow }
  const membership = { role, joinedTeamAt: databaseNow, roleChangedAt: databaseNow }
  const acceptance = { accountId: account.id, acceptedAt: databaseNow }
  const created = await tx
    .insertInto('users')
    .values({ ...person, ...membership, ...acceptance, updatedAt: databaseNow })
    .onConflict((conflict) => conflict.columns(['organizationId', 'email']).doNothing())
    .returningAll()
    .$castTo<User>()
    .executeTakeFirst()
  if (created) return { member: created, isNew: true }
  const former = await lockFormer(tx, organizationId, email)
  // A membership that is not accepted yet binds no account.
  if (!former || (former.acceptedAt && former.accountId !== account.id)) throw otherAccount()
  const isNew = former.role === null
  const member = await tx
    .updateTable('users')
    .set({
      ...acceptance,
      ...(former.acceptedAt && { acceptedAt: former.acceptedAt }),
      ...(isNew && { ...membership, roleChangedAt: nextRoleChange, blocked: false }),
      updatedAt: nextUpdatedAt(databaseNow),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', former.id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
  return { member, isNew }
}

const nextRoleChange = nextUpdatedAt(databaseNow, 'role_changed_at')

/** Locks the person with an address, so that a concurrent change of the team is either before or after. */
const lockFormer = (tx: Transaction, organizationId: number, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'accountId', 'role', 'acceptedAt'])
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()

const otherAccount = () => new AppError('CONFLICT', 'The person in the organization has another account')
