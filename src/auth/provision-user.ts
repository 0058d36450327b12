import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { TeamRole } from '../db/generated/tables.ts'
import { now } from '../lib/time/clock.ts'
import type { SsoIdentity } from './sso-token.ts'

export type UserRecord = { id: number; role: TeamRole | null; blocked: boolean }

/**
 * Returns the user of an SSO token in the organization that signed it. Creates a user for an unknown e-mail
 * address and updates a customer whose claims have changed. Users of other organizations, accounts and
 * profiles of team members remain unchanged.
 */
export async function provisionUser(
  db: Db,
  organizationId: number,
  identity: SsoIdentity,
): Promise<UserRecord> {
  const existing = await db
    .selectFrom('users')
    .select(['id', 'role', 'blocked', 'name', 'avatarUrl', 'labels', 'customerSince'])
    .where('organizationId', '=', organizationId)
    .where('email', '=', identity.email)
    .executeTakeFirst()
  if (existing && (existing.role !== null || !hasNews(existing, identity))) return existing
  const at = now()
  const news = {
    ...(identity.name !== null && { name: identity.name }),
    ...(identity.avatarUrl !== null && { avatarUrl: identity.avatarUrl }),
    ...(identity.labels !== null && { labels: identity.labels }),
    ...(identity.addAsCustomer && { customerSince: sql<Date>`coalesce(users.customer_since, ${at})` }),
    updatedAt: at,
  }
  return db
    .insertInto('users')
    .values({
      organizationId,
      email: identity.email,
      name: identity.name ?? identity.email.split('@')[0] ?? '',
      avatarUrl: identity.avatarUrl,
      labels: identity.labels ?? [],
      customerSince: identity.addAsCustomer ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'email']).doUpdateSet(news))
    .returning(['id', 'role', 'blocked'])
    .executeTakeFirstOrThrow()
}

type Profile = { name: string; avatarUrl: string | null; labels: string[]; customerSince: Date | null }

function hasNews(existing: Profile, identity: SsoIdentity): boolean {
  return (
    (identity.name !== null && identity.name !== existing.name) ||
    (identity.avatarUrl !== null && identity.avatarUrl !== existing.avatarUrl) ||
    (identity.labels !== null && identity.labels.join('\0') !== existing.labels.join('\0')) ||
    (identity.addAsCustomer && existing.customerSince === null)
  )
}
