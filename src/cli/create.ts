import { signSessionToken } from '../auth/session-token.ts'
import type { Transaction } from '../db/database.ts'
import type { OrganizationVisibility } from '../db/generated/tables.ts'
import { readDatabaseTime } from '../db/time.ts'
import { inTransaction } from '../db/transaction.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import { createApiKey } from '../modules/organizations/create-api-key.ts'
import { createOrganization } from '../modules/organizations/create-organization.ts'
import { findOrganization } from '../modules/organizations/find-organization.ts'
import { oldestAdmin } from '../modules/organizations/oldest-admin.ts'
import { storeTeamMember } from '../modules/teams/add-team-member.ts'
import { nameOptions } from './name-options.ts'
import type { Tools } from './run.ts'

export type OrganizationOptions = {
  slug: string
  name: string
  adminEmail: string
  adminPassword?: string
  visibility?: OrganizationVisibility
}

/** Options that are named otherwise than the field. */
const OPTIONS = { email: '--admin-email', password: '--admin-password' }

/**
 * Creates an organization with its first admin and API key, and signs a session token of the admin. An account that
 * exists keeps its password, with a notice.
 */
export function createOrganizationWithAdmin(
  { database, keys, issuer }: Tools,
  options: OrganizationOptions,
): Promise<object> {
  const create = async (tx: Transaction) => {
    const { organization, ssoKey } = await createOrganization(tx, keys.encryption, options)
    const { adminEmail: email, adminPassword: password } = options
    const admin = { email, password, role: 'admin' as const, accepted: true }
    const keepsPassword = password !== undefined && (await hasPassword(tx, email))
    const user = await storeTeamMember(tx, organization.id, admin)
    const { key } = await createApiKey(tx, organization.id, { creatorId: user.id, name: 'first key' })
    const at = await readDatabaseTime(tx)
    const sessionToken = await signSessionToken(Number(user.accountId), keys.session, issuer, at)
    const { id, slug, visibility } = organization
    return {
      organization: { id, slug, visibility },
      user: { id: user.id, email: user.email },
      apiKey: key,
      ssoKey,
      sessionToken,
      ...(keepsPassword && {
        notice: `The account of ${user.email} exists and keeps its password. --admin-password was not used.`,
      }),
    }
  }
  return nameOptions(OPTIONS, () => inTransaction(database.kysely, create))
}

/** Whether an address has an account with a password that acts in any organization. */
async function hasPassword(tx: Transaction, email: string): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', normalizeEmail(email) ?? email)
    .where('actsInId', 'is', null)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst()
  return account !== undefined
}

/** Creates an API key that acts as the organization's first admin. */
export async function createKey(
  { database }: Tools,
  options: { org: string; name: string },
): Promise<object> {
  const organization = await findOrganization(database.kysely, options.org)
  const creatorId = await oldestAdmin(database.kysely, organization.id)
  const { name } = options
  const { key, row } = await inTransaction(database.kysely, (tx) =>
    createApiKey(tx, organization.id, { creatorId, name }),
  )
  return { apiKey: key, id: row.id, organization }
}

/** Signs a session token of the account with this e-mail address. @throws Error for an unknown account */
export async function createSession(
  { database, keys, issuer }: Tools,
  options: { email: string },
): Promise<object> {
  const email = normalizeEmail(options.email)
  const account = await database.kysely
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email ?? '')
    .where('actsInId', 'is', null)
    .executeTakeFirst()
  if (!account) throw new Error(`There is no account with the e-mail address ${options.email}`)
  const at = await readDatabaseTime(database.kysely)
  return { token: await signSessionToken(account.id, keys.session, issuer, at) }
}
