import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { databaseNow } from '../../db/time.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { AppError } from '../../lib/errors.ts'
import { nameOf } from './account-of-invitation.ts'

type Joining = { account: { id: number }; email: string; role: TeamRole; name: string | null }

/**
 * Makes an account the person with its address in an organization, and a team member. A person who is in the
 * team already keeps their role. Returns the id of the user.
 * @throws AppError CONFLICT if the person has another account
 */
export async function joinTeam(
  tx: Transaction,
  organizationId: number,
  { account, email, role, name }: Joining,
): Promise<number> {
  const kept = (column: string, value: unknown) =>
    sql<never>`coalesce(${sql.ref(`users.${column}`)}, ${value})`
  const joining = { accountId: account.id, acceptedAt: databaseNow, updatedAt: databaseNow }
  const joined = await tx
    .insertInto('users')
    .values({
      ...joining,
      organizationId,
      email,
      name: name ?? nameOf(email),
      labels: [],
      role,
      joinedTeamAt: databaseNow,
      roleChangedAt: databaseNow,
      createdAt: databaseNow,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'email'])
        .doUpdateSet({
          ...joining,
          acceptedAt: kept('acceptedAt', databaseNow),
          role: kept('role', sql`${role}::team_role`),
          joinedTeamAt: kept('joinedTeamAt', databaseNow),
          roleChangedAt: kept('roleChangedAt', databaseNow),
          blocked: sql<boolean>`users.blocked and users.role is not null`,
        })
        .where((where) =>
          where.or([where('users.accountId', 'is', null), where('users.accountId', '=', account.id)]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      // The account is a person with another address in this organization.
      throw isDuplicate(error) ? otherAccount() : error
    })
  if (!joined) throw otherAccount()
  return joined.id
}

const otherAccount = () => new AppError('CONFLICT', 'The person in the organization has another account')
