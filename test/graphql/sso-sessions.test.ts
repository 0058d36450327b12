import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { trustSso } from '../support/clients/sessions.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const START =
  'mutation ($organization: String!, $token: String!) { signInWithSso(input: { organization: $organization, token: $token }) { session { token account { email } organizations { nodes { id } } } organization { slug } } }'
const ME = '{ viewer { role account { email } actor { email } organization { slug } } }'
const SESSIONS = '{ sessions { nodes { id current } } }'

const app = useApp()
const ours = useTenant(app)

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tokenOf = async (tenant: Tenant, claims: Parameters<Tenant['sso']>[0]) =>
  (await tenant.sso(claims)).Authorization ?? ''

async function start(email: string, tenant: Tenant = ours): Promise<Headers> {
  const token = await tokenOf(tenant, {
    email,
    exp: inSeconds(300),
    add_as_customer: true,
    jti: randomUUID(),
  })
  const { signInWithSso } = await run(app, {}, START, { organization: tenant.organization.slug, token })
  expect(signInWithSso).toMatchObject({
    session: { account: null, organizations: null },
    organization: { slug: tenant.organization.slug },
  })
  return { Authorization: `Bearer ${signInWithSso.session.token}` }
}

test('starts a session of the person in that organization only', async () => {
  const other = await createTenant(app)
  const session = await start('visitor@outside.example')
  const { slug } = ours.organization
  const expected = {
    role: null,
    account: null,
    actor: { email: 'visitor@outside.example' },
    organization: { slug },
  }
  expect((await run(app, session, ME)).viewer).toEqual(expected)
  expect((await run(app, { ...session, 'X-Organization': slug }, ME)).viewer).toEqual(expected)
  for (const foreign of [{ 'X-Organization': other.organization.slug }, other.key])
    expect(await refusal(app, { ...session, ...foreign }, ME)).toMatchObject({ status: 403 })
  expect(await refusal(app, session, '{ organizations { nodes { id } } }')).toMatchObject({ status: 403 })
})

test('a token alone gives an admin the rights of a customer, unless the organization trusts it, and beside a key the role', async () => {
  const tenant = await createTenant(app)
  const { email } = tenant.admin
  const token = await tenant.sso({ email })
  const session = await start(email, tenant)
  const KEYS = '{ apiKeys { nodes { id } } }'
  const ROLE = '{ viewer { role } organization { ssoForTeam } }'
  for (const headers of [token, session]) {
    expect(await run(app, headers, ROLE)).toEqual({
      viewer: { role: null },
      organization: { ssoForTeam: null },
    })
    expect(await refusal(app, headers, KEYS)).toMatchObject({ status: 403 })
  }
  expect((await run(app, { ...token, ...tenant.key }, ROLE)).viewer.role).toBe('ADMIN')
  await trustSso(app, tenant)
  await expect.poll(async () => (await run(app, session, ROLE)).viewer.role).toBe('ADMIN')
  expect((await run(app, token, ROLE)).organization.ssoForTeam).toBe(true)
  expect((await run(app, token, KEYS)).apiKeys.nodes).toHaveLength(1)
})

test('a token whose audience is another organization is refused', async () => {
  const email = 'aud@outside.example'
  const { slug } = ours.organization
  expect(await refusal(app, await ours.sso({ email, aud: 'another' }), ME)).toMatchObject({ status: 401 })
  for (const aud of [slug, ['another', slug]])
    expect((await run(app, await ours.sso({ email, aud }), ME)).viewer.actor).toEqual({ email })
})

test('an SSO session with the address of an account is not of that account', async () => {
  const other = await createTenant(app)
  const session = await start(other.admin.email)
  expect((await run(app, session, ME)).viewer).toMatchObject({ role: null, account: null })
  expect((await run(app, session, SESSIONS)).sessions.nodes).toEqual([
    { id: expect.stringMatching(/^ses_/), current: true },
  ])
  expect((await run(app, other.admin.session, SESSIONS)).sessions.nodes).toEqual([])
})

test('requires a token of the organization that expires within ten minutes', async () => {
  const email = 'late@outside.example'
  const other = await createTenant(app)
  const { slug } = ours.organization
  const refused = async (organization: string, token: string) =>
    expect(await refusal(app, {}, START, { organization, token })).toMatchObject({ status: 401 })
  await refused(slug, await tokenOf(ours, { email }))
  await refused(slug, await tokenOf(ours, { email, exp: inSeconds(700) }))
  await refused(slug, await tokenOf(ours, { email, exp: inSeconds(-1) }))
  await refused(slug, await tokenOf(other, { email, exp: inSeconds(300) }))
  await refused(other.organization.slug, await tokenOf(ours, { email, exp: inSeconds(300) }))
  await refused('unknown', await tokenOf(ours, { email, exp: inSeconds(300) }))
  await refused(slug, 'no token')
  const session = await start('someone@outside.example')
  await refused(slug, session.Authorization?.slice(7) ?? '')
  const { rows } = await app.database.pool.query('select from users where email = $1', [email])
  expect(rows).toEqual([])
})

test('a token starts one session, however it is written', async () => {
  const token = await tokenOf(ours, { email: 'once@outside.example', exp: inSeconds(300) })
  const organization = ours.organization.slug
  await run(app, {}, START, { organization, token })
  for (const again of [token, `${token} `])
    expect(await refusal(app, {}, START, { organization, token: again })).toMatchObject({ status: 401 })
})

test('ends with the SSO key, with the person, and by signing out', async () => {
  const [tenant, email] = [await createTenant(app), 'ends@outside.example']
  const [first, second] = [await start(email, tenant), await start(email, tenant)]
  await run(app, first, 'mutation { signOut(input: {}) { revokedSessionId } }')
  expect(await refusal(app, first, ME)).toMatchObject({ status: 401 })
  const { viewer } = await run(app, second, '{ viewer { actor { id } } }')
  const anonymize = 'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedCustomerId } }'
  const third = await start('stays@outside.example', tenant)
  await run(app, tenant.admin.session, anonymize, { id: viewer.actor.id.replace('usr', 'cus') })
  const statusOf = async (headers: Headers) =>
    (await app.graphql(ME, {}, headers)).body.errors?.[0].extensions.status
  await expect.poll(() => statusOf(second)).toBe(401)
  expect((await run(app, third, ME)).viewer.actor).toEqual({ email: 'stays@outside.example' })
  await run(app, tenant.admin.session, 'mutation { rotateSsoKey(input: {}) { ssoKey } }')
  expect(await refusal(app, third, ME)).toMatchObject({ status: 401 })
})
