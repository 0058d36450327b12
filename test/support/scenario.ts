import { randomBytes } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import { signSessionToken } from '../../src/auth/session-token.ts'
import type { TeamRole } from '../../src/db/generated/tables.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Services } from '../../src/graphql/context.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { createOrganization } from '../../src/modules/organizations/create-organization.ts'
import { addTeamMember } from '../../src/modules/teams/add-team-member.ts'

export type Headers = Record<string, string>

export type Tenant = {
  organization: { id: number; slug: string }
  ssoKey: string
  /** The admin who founded it. */
  admin: Person
  /** Header of its API key. */
  key: Headers
  /** API key and the admin's session. */
  keyAndAdmin: Headers
  /** Adds a team member. */
  member(role: TeamRole, email?: string): Promise<Person>
  /** Headers of an SSO token for an e-mail, without the API key. */
  sso(claims: JWTPayload & { email: string }): Promise<Headers>
}

export type Person = {
  id: number
  accountId: number
  email: string
  /** Session token and X-Organization. */ session: Headers
}

/** An organization with its admin and an API key. */
export async function createTenant(
  { services }: { services: Pick<Services, 'db' | 'keys' | 'site'> },
  slug = `org-${randomBytes(4).toString('hex')}`,
): Promise<Tenant> {
  const { db, keys, site } = services
  const { organization, ssoKey } = await inTransaction(db, (tx) =>
    createOrganization(tx, keys.encryption, { slug, name: `Name of ${slug}` }),
  )
  const member = async (
    role: TeamRole,
    email = `${role}-${randomBytes(3).toString('hex')}@${slug}.example`,
  ): Promise<Person> => {
    const user = await inTransaction(db, (tx) =>
      addTeamMember(tx, organization.id, { email, role, name: `${role} of ${slug}` }),
    )
    const accountId = Number(user.accountId)
    const token = await signSessionToken(accountId, keys.session, site.publicUrl)
    return {
      id: user.id,
      accountId,
      email,
      session: { Authorization: `Bearer ${token}`, 'X-Organization': slug },
    }
  }
  const admin = await member('admin')
  const { key } = await createApiKey(db, organization.id, { creatorId: admin.id, name: 'test' })
  return {
    organization,
    ssoKey,
    admin,
    key: { 'API-KEY': key },
    keyAndAdmin: { 'API-KEY': key, ...admin.session },
    member,
    async sso(claims) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(ssoKey))
      return { Authorization: token, 'X-Organization': slug }
    },
  }
}
