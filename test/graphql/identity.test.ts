import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const ME =
  '{ viewer { authority role actor { databaseId email } user { databaseId } account { email } organization { slug } } }'

const app = useApp()
const ours = useTenant(app)
const theirs = useTenant(app)

const in_ = ({ organization }: Tenant) => ({ 'X-Organization': organization.slug })
const bytes = (text: string) => new TextEncoder().encode(text)
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

function signed(claims: JWTPayload, key: string | Uint8Array, alg = 'HS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(typeof key === 'string' ? bytes(key) : key)
}

/** Expects an error from GraphQL and from REST. */
async function expectWorthless(token: string, headers: Headers) {
  const sent = { ...headers, Authorization: `Bearer ${token}` }
  expect(await refusal(app, sent, ME)).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  const rest = await app.call('GET', '/api/v3/buckets', { headers: { ...sent, ...ours.key } })
  expect(rest.status).toBe(401)
}

test('accepts an SSO token for its e-mail in the organization that signed it', async () => {
  const headers = await ours.sso({ email: 'Someone@Outside.example', name: 'Someone' })
  const { viewer } = await run(app, headers, ME)
  expect(viewer).toMatchObject({
    authority: 'PERSON',
    role: null,
    actor: { email: 'someone@outside.example' },
    account: null,
    organization: { slug: ours.organization.slug },
  })
})

test("rejects an SSO token of one organization with the e-mail of another's admin", async () => {
  const people = () =>
    app.database.kysely
      .selectFrom('users')
      .selectAll()
      .where('organizationId', '=', theirs.organization.id)
      .execute()
  const before = await people()
  const token = await signed({ email: theirs.admin.email, name: 'Eve' }, ours.ssoKey)
  expect(await refusal(app, { Authorization: token, ...in_(theirs) }, ME)).toMatchObject({ status: 401 })
  expect(await refusal(app, { Authorization: token, ...theirs.key }, ME)).toMatchObject({ status: 401 })
  expect(await people()).toEqual(before)
  const { viewer } = await run(app, { Authorization: token, ...in_(ours) }, ME)
  expect(viewer).toMatchObject({ role: null, account: null, organization: { slug: ours.organization.slug } })
  expect(
    await refusal(app, { Authorization: token, ...in_(ours) }, '{ organizations { nodes { id } } }'),
  ).toMatchObject({ status: 403 })
  expect(
    await refusal(app, { Authorization: token, ...in_(ours) }, '{ apiKeys { nodes { id } } }'),
  ).toMatchObject({ status: 403 })
})

test('rejects tokens that are unsigned, expired, not yet valid, or signed with another algorithm or key', async () => {
  const claims = { email: ours.admin.email }
  const session = app.services.keys.session
  const ofSession = {
    iss: app.services.site.publicUrl,
    sub: String(ours.admin.accountId),
    iat: seconds(0),
    exp: seconds(60),
  }
  const { exp: _exp, ...endless } = ofSession
  const worthless = {
    none: new UnsecuredJWT(claims).encode(),
    'session none': new UnsecuredJWT(ofSession).encode(),
    HS512: await signed(claims, ours.ssoKey, 'HS512'),
    'session HS512': await signed(ofSession, session, 'HS512'),
    "another organization's key": await signed(claims, theirs.ssoKey),
    "a session signed with an organization's key": await signed(ofSession, ours.ssoKey),
    'an SSO token signed with the session key': await signed(claims, session),
    expired: await signed({ ...claims, exp: seconds(-5) }, ours.ssoKey),
    'session expired': await signed({ ...ofSession, exp: seconds(-5) }, session),
    'not yet valid': await signed({ ...claims, nbf: seconds(120) }, ours.ssoKey),
    'without e-mail': await signed({ name: 'Nobody' }, ours.ssoKey),
    'session without end': await signed(endless, session),
    'session of an unknown account': await signed({ ...ofSession, sub: '2147483647' }, session),
    'no token': 'abc.def.ghi',
    'cut off': (await signed(claims, ours.ssoKey)).slice(0, -4),
  }
  for (const [what, token] of Object.entries(worthless))
    await expectWorthless(token, in_(ours)).catch((error: unknown) => {
      throw new Error(`${what}: ${String(error)}`)
    })
  const valid = await signed({ ...claims, exp: seconds(60), nbf: seconds(-60) }, ours.ssoKey)
  const { viewer } = await run(app, { Authorization: valid, ...in_(ours) }, ME)
  expect(viewer.actor).toMatchObject({ email: ours.admin.email })
})

test('accepts a token with the word Bearer, in any case, and without it', async () => {
  const token = await signed({ email: 'plain@outside.example' }, ours.ssoKey)
  for (const value of [token, `Bearer ${token}`, `bearer  ${token}`, ` ${token} `])
    expect((await run(app, { ...in_(ours), Authorization: value }, ME)).viewer.actor.email).toBe(
      'plain@outside.example',
    )
  expect(await refusal(app, { ...in_(ours), Authorization: 'Bearer' }, ME)).toMatchObject({ status: 401 })
})

test('accepts the API key header as api_key and in any case', async () => {
  const key = ours.key['API-KEY'] ?? ''
  for (const name of ['API-KEY', 'api-key', 'Api-Key', 'api_key', 'API_KEY', 'Api_Key']) {
    expect((await app.call('GET', '/api/v3/buckets', { headers: { [name]: key } })).status).toBe(200)
    expect((await run(app, { [name]: key }, ME)).viewer).toMatchObject({
      authority: 'KEY',
      user: null,
      actor: { email: ours.admin.email },
    })
  }
})

test('shows a session without an organization only its account and organizations', async () => {
  const { session, email } = ours.admin
  const alone = { Authorization: session.Authorization ?? '' }
  expect((await run(app, alone, ME)).viewer).toEqual({
    authority: 'PERSON',
    role: null,
    actor: null,
    user: null,
    account: { email },
    organization: null,
  })
  const { organizations } = await run(app, alone, '{ organizations { nodes { slug } } }')
  expect(organizations.nodes).toEqual([{ slug: ours.organization.slug }])
  expect(await refusal(app, alone, '{ organization { id } }')).toMatchObject({ status: 403 })
  expect(await refusal(app, alone, '{ posts { nodes { id } } }')).toMatchObject({ status: 403 })
})

test('rejects a session in an organization that its person does not belong to, as in an unknown one', async () => {
  const token = ours.admin.session.Authorization ?? ''
  const foreign = await refusal(app, { Authorization: token, ...in_(theirs) }, ME)
  const unknown = await refusal(app, { Authorization: token, 'X-Organization': 'no-such-organization' }, ME)
  expect(foreign).toMatchObject({ status: 403 })
  expect(unknown).toEqual(foreign)
  expect(await refusal(app, { Authorization: token, ...theirs.key }, ME)).toMatchObject({ status: 403 })
})

test('returns no viewer, and 401 for other fields, without credentials', async () => {
  expect((await run(app, {}, ME)).viewer).toBeNull()
  expect(await refusal(app, {}, '{ organization { id } }')).toMatchObject({ status: 401 })
})

test('rejects the tokens of the old SSO key at once after a rotation', async () => {
  const tenant = await createTenant(app)
  const headers = await tenant.sso({ email: 'customer@outside.example' })
  await run(app, headers, ME)
  const rotate = 'mutation { rotateSsoKey(input: {}) { ssoKey organization { ssoKeyRotatedAt } } }'
  for (const denied of [tenant.key, (await tenant.member('member')).session, headers])
    expect(await refusal(app, denied, rotate)).toMatchObject({ status: 403 })
  const { rotateSsoKey } = await run(app, tenant.admin.session, rotate)
  expect(await refusal(app, headers, ME)).toMatchObject({ status: 401 })
  const renewed = await signed({ email: 'customer@outside.example' }, rotateSsoKey.ssoKey)
  const { organization } = await run(
    app,
    { Authorization: renewed, ...in_(tenant) },
    '{ organization { ssoKeyRotatedAt } }',
  )
  expect(organization.ssoKeyRotatedAt).toBeNull()
})
