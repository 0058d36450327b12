import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wordsOf } from '../../src/portal/visit/words.ts'
import { run } from '../support/clients/operations.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { changeBegun, comeBack, createProvider, signInWith } from '../support/clients/sign-in-providers.ts'
import { updateJoining } from '../support/clients/sign-in-codes.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app, 'acme')
const { text: said } = wordsOf('en')
const FRESH = { claims: {}, isForged: false, isThin: false }
const ME = '{ viewer { role account { email } actor { databaseId email name } organization { slug } } }'
let provider: OpenIdProvider
let id: string
let count = 0

beforeAll(async () => {
  provider = await startOpenIdProvider()
  await openPortal(app, tenant, { signUp: 'OPEN' })
  id = (await createProvider(app, tenant, provider)).id
})
beforeEach(() => {
  count++
  const person = { sub: `sub-${count}`, email: `p${count}@people.example`, email_verified: true, name: 'Ann' }
  Object.assign(provider, FRESH, { person })
})
afterAll(() => provider.stop())

const way = (returnTo = '/@acme') => `/@acme/sign-in/with/${id}?return_to=${returnTo}`
const viewerOf = async (visitor: PageVisitor) => {
  const { text } = await visitor.graphql(ME, { Origin: app.url, 'Sec-Fetch-Site': 'same-origin' })
  return (JSON.parse(text) as { data?: { viewer: Record<string, unknown> } }).data?.viewer ?? null
}
const rows = async (text: string, ...values: unknown[]) =>
  (await app.database.pool.query<Record<string, unknown>>(text, values)).rows
const peopleOf = (email: string) => rows('select id from users where email = $1', email)
/** Signs in, and expects the page with a problem and no session. */
async function expectRefusal(status: number, problem: Parameters<typeof said>[0], path = way()) {
  const visitor = new PageVisitor(app)
  const page = await signInWith(visitor, provider, path)
  expect([page.status, page.text.includes(said(problem))], JSON.stringify(provider.claims)).toEqual([
    status,
    true,
  ])
  expect(visitor.cookie).not.toContain('fose_')
}

test('a new person signs in with the name of the provider, and is found again after the address has changed', async () => {
  const visitor = new PageVisitor(app)
  const page = await visitor.open('/sign-in?return_to=/@acme/new')
  expect(page.text).toContain('Continue with Acme ID')
  expect(page.text).toContain(`href="/@acme/sign-in/with/${id}?return_to=%2F%40acme%2Fnew"`)
  const back = await signInWith(visitor, provider, way('/@acme/new'))
  expect(back).toMatchObject({ status: 303, location: '/@acme/new' })
  expect(back.headers.get('referrer-policy')).toBe('no-referrer')
  const { email } = provider.person
  const viewer = await viewerOf(visitor)
  expect(viewer).toMatchObject({
    account: null,
    actor: { email, name: 'Ann' },
    organization: { slug: 'acme' },
  })
  provider.person = { ...provider.person, email: 'renamed@people.example', email_verified: false }
  const again = new PageVisitor(app)
  await signInWith(again, provider, way())
  expect(await viewerOf(again)).toEqual(viewer)
  expect(await peopleOf('renamed@people.example')).toEqual([])
})

test('a known person keeps the name and the accepted role, and the address is asked for where the token lacks it', async () => {
  const member = await tenant.member('member')
  provider.person = { ...provider.person, email: member.email.toUpperCase(), email_verified: 'true' }
  provider.isThin = true
  const visitor = new PageVisitor(app)
  await signInWith(visitor, provider, way())
  const viewer = await viewerOf(visitor)
  expect(viewer).toMatchObject({ role: 'MEMBER', account: null, actor: { email: member.email } })
  expect(viewer).not.toMatchObject({ actor: { name: 'Ann' } })
  await run(app, tenant.admin.session, 'mutation { rotateSsoKey(input: {}) { organization { id } } }')
  app.services.sessions.clear()
  expect(await viewerOf(visitor)).toBeNull()
})

test('an address that is not verified links no person, also where it is missing or invalid', async () => {
  for (const change of [{ email_verified: false }, { email: 'no address' }, { email_verified: 'yes' }]) {
    provider.person = { ...provider.person, ...change }
    await expectRefusal(422, 'provider.unverified')
  }
  provider.person = { sub: provider.person.sub }
  await expectRefusal(422, 'provider.unverified')
  expect(await rows('select 1 from user_identities where subject = $1', provider.person.sub)).toEqual([])
})

test('who may join, and who is blocked, is the same as for codes', async () => {
  const { email = '' } = provider.person
  await updateJoining(app, tenant, { signUp: 'KNOWN' })
  await expectRefusal(403, 'provider.refused')
  expect(await peopleOf(email)).toEqual([])
  await updateJoining(app, tenant, { signUp: 'DOMAINS', signUpDomains: ['people.example'] })
  expect((await signInWith(new PageVisitor(app), provider, way())).status).toBe(303)
  await rows('update users set blocked = true where email = $1', email)
  await expectRefusal(403, 'provider.refused')
  await updateJoining(app, tenant, { signUp: 'OPEN' })
})

test('another user of the provider with the address of a linked person is refused', async () => {
  await signInWith(new PageVisitor(app), provider, way())
  provider.person = { ...provider.person, sub: 'another' }
  await expectRefusal(409, 'provider.other')
})

test('a token of another issuer, client, nonce, time or key starts no session', async () => {
  const now = Date.now() / 1000
  const minutes = (count: number) => Math.round(now + 60 * count)
  for (const claims of [
    { iss: 'https://accounts.google.com' },
    { aud: 'another' },
    { nonce: 'another' },
    { exp: minutes(-1) },
    { iat: minutes(-20), exp: minutes(-10) },
    { sub: '' },
    { sub: 'x'.repeat(300) },
  ]) {
    provider.claims = claims
    await expectRefusal(401, 'provider.failed')
  }
  provider.claims = {}
  provider.isForged = true
  await expectRefusal(401, 'provider.failed')
  expect(await peopleOf(provider.person.email ?? '')).toEqual([])
})

test('an answer counts once, in the browser that asked, with its state and the issuer of the provider', async () => {
  const visitor = new PageVisitor(app)
  const back = await comeBack(visitor, provider, way())
  const { cookie } = visitor
  const changed = (name: string, value: string) => {
    const url = new URL(back, app.url)
    url.searchParams.set(name, value)
    return url.pathname + url.search
  }
  const before = provider.exchanges
  const foreign = new PageVisitor(app)
  const wrong = [changed('state', 'another'), changed('iss', 'https://evil.example'), `${back}&state=another`]
  for (const path of [...wrong, '/@acme/sign-in/callback', '/@acme/sign-in/callback?error=access_denied']) {
    expect([path, (await visitor.open(path)).status]).toEqual([path, 401])
  }
  expect(visitor.cookie).toBe(cookie)
  expect((await foreign.open(back)).status).toBe(401)
  expect(provider.exchanges).toBe(before)
  const denied = await foreign.open(
    `/@acme/sign-in/callback?error=access_denied&state=${new URL(back, app.url).searchParams.get('state')}&iss=${provider.issuer}`,
    { Cookie: cookie },
  )
  expect([denied.status, denied.text.includes(said('provider.failed'))]).toEqual([401, true])
  expect((await visitor.open(back)).status).toBe(303)
  expect(visitor.cookie).not.toContain('sign-in')
  const replayed = await foreign.open(back, { Cookie: cookie })
  expect([replayed.status, foreign.cookie]).toEqual([401, ''])
})

test('a state that has started a session starts no second one, even if the provider accepts its code again', async () => {
  const visitor = new PageVisitor(app)
  const first = await comeBack(visitor, provider, way())
  const { cookie } = visitor
  expect((await visitor.open(first)).status).toBe(303)
  provider.reopen(new URL(first, app.url))
  expect((await new PageVisitor(app).open(first, { Cookie: cookie })).status).toBe(401)
})

test('a sign-in expires by the clock of the database', async () => {
  const visitor = new PageVisitor(app)
  const back = await comeBack(visitor, provider, way())
  const { cookie } = visitor
  const begun = changeBegun(app, cookie, (one) => ({ ...one, at: one.at - 600_000 }))
  expect((await visitor.open(back, { Cookie: begun })).status).toBe(401)
  const young = changeBegun(app, cookie, (one) => ({ ...one, at: one.at - 590_000 }))
  expect((await visitor.open(back, { Cookie: young })).status).toBe(303)
})
