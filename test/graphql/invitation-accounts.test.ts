import { beforeEach, expect, test } from 'vitest'
import { signSessionToken } from '../../src/auth/session-token.ts'
import { authorize, consent, registerApp } from '../support/clients/oauth.ts'
import { ACCEPT, addressIn, inOrganization, invitationsAt } from '../support/clients/invitations.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const ME = '{ viewer { role actor { name email } } }'

const app = useApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant(app)
  await app.database.pool.query('delete from failed_attempts')
})

const { accept, refused, ...actions } = invitationsAt(app)
const invite = (email: string, role?: string, by: Tenant = tenant) => actions.invite(by, email, role)
const accountOf = async (email: string) =>
  (await app.database.pool.query('select * from accounts where email = $1 order by id', [email])).rows[0]
const usersOf = async ({ organization }: Tenant) =>
  (
    await app.database.pool.query(
      'select email, role, accepted_at is not null as accepted from users where organization_id = $1 order by id',
      [organization.id],
    )
  ).rows
const unique = (name: string) => addressIn(tenant, name)

test('an account with a password accepts with its session, and keeps its password', async () => {
  const home = await createTenant(app)
  const person = await home.member('member')
  await givePassword(app, [person])
  const before = await accountOf(person.email)
  const { token } = await invite(person.email, 'ADMIN')
  const session = await signIn(app, person.email)
  expect(await refusal(app, inOrganization(session, tenant), ME)).toMatchObject({ status: 403 })
  const accepted = await accept(token, {}, session)
  expect(accepted).toMatchObject({ organization: { slug: tenant.organization.slug }, session: null })
  expect((await run(app, inOrganization(session, tenant), ME)).viewer.role).toBe('ADMIN')
  expect((await run(app, inOrganization(session, home), ME)).viewer.role).toBe('MEMBER')
  expect(await accountOf(person.email)).toEqual(before)
})

test('one of 100 concurrent acceptances with a session succeeds', async () => {
  const person = await (await createTenant(app)).member('member')
  const { token } = await invite(person.email)
  const { Authorization = '' } = person.session
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sendFrom(`127.0.3.${index + 1}`, app, {
        path: '/graphql',
        body: { query: ACCEPT, variables: { token } },
        headers: { Authorization },
      }),
    ),
  )
  const accepted = answers.filter(({ body }) => body.data?.acceptInvitation?.organization)
  expect(accepted).toHaveLength(1)
  const { rows } = await app.database.pool.query(
    `select id from audit_entries where organization_id = $1 and act = 'invitation.accepted'`,
    [tenant.organization.id],
  )
  expect(rows).toHaveLength(1)
})

test('an admin who claims the address of another person gains nothing elsewhere', async () => {
  const victim = await createTenant(app)
  const email = unique('victim')
  const attack = await invite(email, 'ADMIN')
  const { session } = await accept(attack.token, { password: 'known to the attacker' })
  const attacker = { Authorization: `Bearer ${session.token}` }
  await run(
    app,
    victim.admin.session,
    `mutation { addTeamMember(input: { email: "${email}", role: ADMIN }) { teamMember { id acceptedAt } } }`,
  )
  const { keys, site } = app.services
  const { id } = await accountOf(email)
  const jwt = { Authorization: await signSessionToken(id, keys.session, site.publicUrl) }
  for (const headers of [attacker, jwt]) {
    expect(await refusal(app, inOrganization(headers, victim), ME)).toMatchObject({ status: 403 })
    expect(await refusal(app, { ...victim.key, ...headers }, ME)).toMatchObject({ status: 403 })
    const rest = await app.call('GET', '/api/v3/session_info', { headers: { ...victim.key, ...headers } })
    expect(rest.status).toBe(403)
    const { organizations } = await run(app, headers, '{ organizations { nodes { slug } } }')
    expect(organizations.nodes).toEqual([{ slug: tenant.organization.slug }])
  }
  const client = await registerApp(app, tenant)
  const shown = await authorize(app, attacker, client)
  expect(shown.body.organizations.map(({ id }: { id: number }) => id)).toEqual([tenant.organization.id])
  const consented = await consent(app, client, victim, {}, attacker)
  expect([consented.status, consented.body.error]).toEqual([403, 'access_denied'])
  expect(await usersOf(victim)).toMatchObject([{ accepted: true }, { email, role: 'admin', accepted: false }])
  const { token } = await invite(email, 'MEMBER', victim)
  await accept(token, { password: 'known to the victim' })
  for (const headers of [attacker, jwt])
    expect(await refusal(app, inOrganization(headers, victim), ME)).toMatchObject({ status: 403 })
})

test('a membership that an admin adds waits for an invitation, which keeps its role', async () => {
  const email = unique('waiting')
  const ADD = `mutation { addTeamMember(input: { email: "${email}", role: CSM, name: "Wanda" }) { teamMember { acceptedAt } } }`
  const { addTeamMember } = await run(app, tenant.admin.session, ADD)
  expect(addTeamMember.teamMember.acceptedAt).toBeNull()
  const { token } = await invite(email, 'ADMIN')
  const { session } = await accept(token, { password: PASSWORD, name: 'Ignored' })
  const headers = inOrganization({ Authorization: session.token }, tenant)
  expect((await run(app, headers, ME)).viewer).toEqual({ role: 'CSM', actor: { name: 'Wanda', email } })
})

test('adding addresses to a team does not keep their owners from accepting elsewhere', async () => {
  const other = await createTenant(app)
  const email = unique('squatted')
  await run(
    app,
    tenant.admin.session,
    `mutation { addTeamMember(input: { email: "${email}", role: MEMBER }) { teamMember { id } } }`,
  )
  const { token } = await invite(email, 'MEMBER', other)
  const { session } = await accept(token)
  const headers = { Authorization: session.token }
  expect((await run(app, inOrganization(headers, other), ME)).viewer.role).toBe('MEMBER')
  expect(await refusal(app, inOrganization(headers, tenant), ME)).toMatchObject({ status: 403 })
})

test('a customer keeps what they wrote, and an SSO token of another organization does not accept', async () => {
  const email = unique('customer')
  const sso = await tenant.sso({ email, name: 'Customer' })
  const { viewer } = await run(app, sso, '{ viewer { actor { id } } }')
  const { token } = await invite(email)
  expect(await refused(token, {}, sso)).toMatchObject({ code: 'MISSING_PARAM' })
  const { session } = await accept(token)
  const headers = inOrganization({ Authorization: session.token }, tenant)
  expect((await run(app, headers, '{ viewer { role actor { id name } } }')).viewer).toEqual({
    role: 'MEMBER',
    actor: { id: viewer.actor.id, name: 'Customer' },
  })
})
