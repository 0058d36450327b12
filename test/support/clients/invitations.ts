import type { TestApp } from '../app.ts'
import type { Headers, Tenant } from '../fixtures/scenario.ts'
import { refusal, run } from './operations.ts'
import { PASSWORD } from './sessions.ts'

export const INVITE =
  'mutation ($email: EmailAddress!, $role: TeamRole = MEMBER) { inviteTeamMember(input: { email: $email, role: $role }) { invitation { id email role expiresAt invitedBy { databaseId } } token } }'
export const ACCEPT =
  'mutation ($token: String!, $password: String, $name: String) { acceptInvitation(input: { token: $token, password: $password, name: $name }) { organization { slug } session { token account { email name } organizations { nodes { slug } } } } }'

/** Functions that invite and accept at an app. An acceptance has a password unless its variables differ. */
export const invitationsAt = (app: TestApp) => ({
  invite: async (by: Tenant, email: string, role = 'MEMBER') =>
    (await run(app, by.admin.session, INVITE, { email, role })).inviteTeamMember as {
      token: string
      invitation: { id: string; email: string; role: string; invitedBy: { databaseId: number } }
    },
  accept: async (token: string, variables: object = { password: PASSWORD }, headers: Headers = {}) =>
    (await run(app, headers, ACCEPT, { token, ...variables })).acceptInvitation,
  /** Returns the error of an acceptance that must fail. */
  refused: (token: string, variables: object = { password: PASSWORD }, headers: Headers = {}) =>
    refusal(app, headers, ACCEPT, { token, ...variables }),
})

/** Returns the headers of a session that acts in an organization. */
export const inOrganization = ({ Authorization = '' }: Headers, { organization }: Tenant): Headers => ({
  Authorization,
  'X-Organization': organization.slug,
})

/** Returns the address of a name in a tenant's domain. */
export const addressIn = ({ organization }: Tenant, name: string) => `${name}@${organization.slug}.example`
