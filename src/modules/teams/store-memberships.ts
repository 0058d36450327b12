import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { databaseNow, nextUpdatedAt } from '../../db/time.ts'
import { now } from '../../lib/time/clock.ts'

/** A person who joins the team. The e-mail is normalized, and has an account. */
export type Membership = {
  email: string
  name: string
  role: TeamRole
  /** Whether the account can act in the organization without an invitation (contract 1.3). */
  accepted?: boolean | undefined
}

/** A former member who has accepted with the same account need not accept again. */
const ACCEPTED = sql`coalesce(excluded.accepted_at,
  case when users.account_id = excluded.account_id then users.accepted_at end)`

/**
 * Makes the people with these distinct e-mails team members, in one statement for any number of them. Existing
 * people of the organization keep their name, others are created. Lock the accounts in an earlier statement of
 * the transaction. Returns the stored rows, without those of people who are in the team already, and of e-mails
 * whose account is another person of the organization.
 */
export async function storeMemberships(
  tx: Transaction,
  organizationId: number,
  members: readonly Membership[],
): Promise<User[]> {
  const at = now()
  const json = JSON.stringify(
    members.map(({ email, name, role, accepted }) => ({ email, name, role, accepted })),
  )
  const { rows } = await sql<User>`
    insert into users (organization_id, email, name, labels, account_id, role, accepted_at, joined_team_at, role_changed_at,
      blocked, created_at, updated_at)
    select ${organizationId}::int, e.email, e.name, '{}'::text[], a.id, e.role, case when e.accepted then ${databaseNow} end,
      ${at}::timestamptz, ${at}::timestamptz, false, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as e(email text, name text, role team_role, accepted boolean)
    join accounts a on a.email = e.email and a.acts_in_id is null
    left join users other on other.organization_id = ${organizationId} and other.account_id = a.id
      and other.email is distinct from e.email
    where other.id is null
    order by e.email
    on conflict (organization_id, email) do update set
      account_id = excluded.account_id, role = excluded.role, accepted_at = ${ACCEPTED},
      joined_team_at = excluded.joined_team_at, role_changed_at = ${nextUpdatedAt(sql`excluded.role_changed_at`, 'users.role_changed_at')}, blocked = false,
      updated_at = ${nextUpdatedAt(sql`excluded.updated_at`, 'users.updated_at')}
    where users.role is null
    returning *`.execute(tx)
  return rows
}
