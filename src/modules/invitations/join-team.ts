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
  const person = { organizationId, email, name: name ?? nameOf(email), labels: [], createdAt: databaseNow }
  const membership = { role, joinedTeamAt: databaseNow, roleChangedAt: databaseNow }
  const acceptance = { accountId: account.id, acceptedAt: databaseNow, updatedAt: databaseNow }
  const joined = await tx
    .insertInto('users')
    .values({ ...person, ...membership, ...acceptance })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'email'])
        .doUpdateSet({ ...acceptance, ...KEPT })
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

const orJoining = <Value>(column: string) =>
  sql<Value>`coalesce(${sql.ref(`users.${column}`)}, ${sql.ref(`excluded.${column}`)})`

/** Columns that keep their value for a person who is in the team already. */
const KEPT = {
  role: orJoining<TeamRole>('role'),
  joinedTeamAt: orJoining<Date>('joinedTeamAt'),
  roleChangedAt: sql<Date>`case when users.role is null then excluded.role_changed_at else users.role_changed_at end`,
  acceptedAt: orJoining<Date>('acceptedAt'),
  blocked: sql<boolean>`users.blocked and users.role is not null`,
}

const otherAccount = () => new AppError('CONFLICT', 'The person in the organization has another account')
