import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseAccount } from '../../src/cli/release-account.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { signInWith } from '../support/clients/sign-in-providers.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { useApp, useTenant } from '../support/use.ts'

const HOST = 'ideas.acme.example'
const ownProvider = { name: 'Staff ID', issuer: '', clientId: '', clientSecret: '' }
const app = useApp({ webhookAllowedHosts: ['127.0.0.1'], ownProvider })
const tenant = useTenant(app, 'acme')
const WAY = '/sign-in/with/installation?return_to=/console'
const ME = '{ viewer { account { email } } }'
let provider: OpenIdProvider

beforeAll(async () => {
  provider = await startOpenIdProvider()
  const { issuer, client } = provider
  Object.assign(ownProvider, { issuer, clientId: client.id, clientSecret: client.secret })
  await openPortal(app, tenant, { signUp: 'OPEN', portalUrl: `https://${HOST}` })
})
beforeEach(() => {
  provider.person = { sub: 'admin', email: tenant.admin.email, email_verified: true }
})
afterAll(() => provider.stop())

const identities = async () =>
  (await app.database.pool.query<{ subject: string }>('select subject from account_identities')).rows
const accountOf = async (visitor: PageVisitor) =>
  (await visitor.graphql(ME, { Origin: app.url, 'Sec-Fetch-Site': 'same-origin' })).text

test('pages on which accounts sign in have the link, and those of codes and own hosts do not', async () => {
  const link = 'href="/sign-in/with/installation?return_to='
  expect((await open(app, '/sign-in?return_to=/console')).text).toContain(`${link}%2Fconsole"`)
  const visitor = new PageVisitor(app)
  const fields = { return_to: '/@acme', with: 'password' }
  expect((await visitor.submit({ action: '/sign-in', fields })).text).toContain(`${link}%2F%40acme"`)
  expect((await open(app, '/sign-in?return_to=/@acme')).text).not.toContain('installation')
  expect((await open(app, '/sign-in', { host: HOST })).text).not.toContain('installation')
  expect((await open(app, '/sign-in/with/installation', { host: HOST })).status).toBe(404)
})

test('an account signs in with a verified address, and from then on with the identity', async () => {
  provider.person = { ...provider.person, email_verified: false }
  expect((await signInWith(new PageVisitor(app), provider, WAY)).status).toBe(422)
  provider.person = { ...provider.person, email_verified: true }
  const visitor = new PageVisitor(app)
  expect(await signInWith(visitor, provider, WAY)).toMatchObject({ status: 303, location: '/console' })
  expect(await accountOf(visitor)).toContain(`"account":{"email":"${tenant.admin.email}"}`)
  provider.person = { sub: 'admin', email: 'renamed@people.example', email_verified: false }
  expect((await signInWith(new PageVisitor(app), provider, WAY)).status).toBe(303)
  provider.person = { sub: 'another', email: tenant.admin.email, email_verified: true }
  expect((await signInWith(new PageVisitor(app), provider, WAY)).status).toBe(409)
})

test('an address without an account gets none, also that of a person of an organization', async () => {
  const { rows } = await app.database.pool.query<{ email: string }>(
    `insert into users (organization_id, email, name, labels) values ($1, 'customer@people.example', 'C', '{}') returning email`,
    [tenant.organization.id],
  )
  const email = rows[0]?.email ?? ''
  provider.person = { sub: 'customer', email, email_verified: true }
  const visitor = new PageVisitor(app)
  expect((await signInWith(visitor, provider, WAY)).status).toBe(403)
  expect(visitor.cookie).not.toContain('fose_')
})

test('the operator takes the identities from an account', async () => {
  expect(await identities()).toEqual([{ subject: 'admin' }])
  await releaseAccount(app, { email: tenant.admin.email })
  expect(await identities()).toEqual([])
})

test('a provider that cannot be reached is named as that, and the password remains', async () => {
  const { issuer } = ownProvider
  ownProvider.issuer = 'http://127.0.0.1:9'
  const page = await open(app, WAY)
  ownProvider.issuer = issuer
  expect(page.status).toBe(503)
  expect(page.text).toContain('This provider cannot be reached.')
  expect(page.text).toContain('type="password"')
})
