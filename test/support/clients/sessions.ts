import { hashPassword } from '../../../src/auth/password.ts'
import type { TestApp } from '../app.ts'
import type { Headers, Tenant } from '../fixtures/scenario.ts'
import { run } from './operations.ts'

export const PASSWORD = 'correct horse battery staple'

const SIGN_IN =
  'mutation ($email: EmailAddress!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token } } }'

/** Gives accounts a password. */
export async function givePassword(
  { database }: TestApp,
  people: { accountId: number }[],
  password = PASSWORD,
): Promise<void> {
  const ids = people.map(({ accountId }) => accountId)
  const passwordHash = await hashPassword(password)
  await database.kysely.updateTable('accounts').set({ passwordHash }).where('id', 'in', ids).execute()
}

/** Signs an account in. Returns the header of its session, with that of an organization if one is given. */
export async function signIn(
  app: TestApp,
  email: string,
  organization?: string,
  password = PASSWORD,
): Promise<Headers> {
  const data = await run(app, {}, SIGN_IN, { email, password })
  return {
    Authorization: `Bearer ${data.signIn.session.token}`,
    ...(organization !== undefined && { 'X-Organization': organization }),
  }
}

/** Makes all sessions and invitations older. */
export async function letSessionsPass({ database, services }: TestApp, seconds: number): Promise<void> {
  const ago = (column: string) => `${column} = ${column} - make_interval(secs => $1)`
  const columns = (...names: string[]) => names.map(ago).join(', ')
  await database.pool.query(`update sessions set ${columns('created_at', 'last_seen_at', 'expires_at')}`, [
    seconds,
  ])
  await database.pool.query(`update invitations set ${columns('created_at', 'expires_at')}`, [seconds])
  services.sessions.clear()
}

/** Lets SSO tokens alone prove the roles of the team of an organization. */
export const trustSso = (app: TestApp, { admin }: Pick<Tenant, 'admin'>) =>
  run(
    app,
    admin.session,
    'mutation { updateOrganization(input: { ssoForTeam: true }) { organization { id } } }',
  )
