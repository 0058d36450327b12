import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { comeBack, createProvider, signInWith } from '../support/clients/sign-in-providers.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app, 'acme')
const REMOVE = 'mutation ($id: ID!) { deleteSignInProvider(input: { id: $id }) { deletedSignInProviderId } }'
let provider: OpenIdProvider
let id: string

beforeAll(async () => {
  provider = await startOpenIdProvider()
  await openPortal(app, tenant, { signUp: 'OPEN' })
  id = (await createProvider(app, tenant, provider)).id
})
afterAll(() => provider.stop())

const way = (returnTo = '/@acme') => `/@acme/sign-in/with/${id}?return_to=${returnTo}`

test('a provider signs in to its own organization alone, and not after its removal or with another issuer', async () => {
  const other = await createTenant(app, 'other')
  await openPortal(app, other, { signUp: 'OPEN' })
  const theirs = await createProvider(app, other, provider)
  expect((await new PageVisitor(app).open(`/@other/sign-in/with/${id}`)).status).toBe(404)
  expect((await new PageVisitor(app).open('/sign-in/with/installation')).status).toBe(404)
  expect((await new PageVisitor(app).open(`/sign-in/with/${id}`)).status).toBe(404)
  const visitor = new PageVisitor(app)
  const back = await comeBack(visitor, provider, way())
  for (const path of [back.replace('/@acme', '/@other'), back.replace('/@acme', '')])
    expect((await new PageVisitor(app).open(path, { Cookie: visitor.cookie })).status).toBe(401)
  const there = new PageVisitor(app)
  const path = await comeBack(there, provider, `/@other/sign-in/with/${theirs.id}`)
  await run(app, other.admin.session, REMOVE, { id: theirs.id })
  expect((await there.open(path)).status).toBe(404)
})

test('a provider that is removed during the exchange starts no session', async () => {
  const removed = await createTenant(app)
  await openPortal(app, removed, { signUp: 'OPEN' })
  const { id: theirs } = await createProvider(app, removed, provider)
  const visitor = new PageVisitor(app)
  const path = `/@${removed.organization.slug}/sign-in/with/${theirs}`
  const back = await comeBack(visitor, provider, path)
  provider.onExchange = async () => {
    await run(app, removed.admin.session, REMOVE, { id: theirs })
  }
  expect((await visitor.open(back)).status).toBe(404)
  provider.onExchange = async () => {}
  expect(visitor.cookie).not.toContain('fose_')
})

test('a provider whose description leads to the own network learns no code, and one without a page is named', async () => {
  const hostile = await startOpenIdProvider()
  const local = hostile.issuer.replace('127.0.0.1', 'localhost')
  try {
    for (const [name, description, status] of [
      ['network', { token_endpoint: `${local}/token` }, 303],
      ['script', { authorization_endpoint: 'javascript:alert(1)//' }, 503],
      ['nowhere', { authorization_endpoint: undefined }, 503],
    ] as const) {
      const misled = await createTenant(app, name)
      await openPortal(app, misled, { signUp: 'OPEN' })
      const { id: theirs } = await createProvider(app, misled, {
        ...hostile,
        client: { id: name, secret: name },
      })
      hostile.description = description
      const visitor = new PageVisitor(app)
      const begun = await visitor.open(`/@${name}/sign-in/with/${theirs}`)
      expect([name, begun.status]).toEqual([name, status])
      if (!begun.location) continue
      const { pathname, search } = hostile.authorize(begun.location)
      expect((await visitor.open(pathname + search)).status).toBe(401)
    }
    expect(hostile.exchanges).toBe(0)
  } finally {
    await hostile.stop()
  }
})

test('images and frames of other sites begin and end no sign-in, and the sign-in leads to no other site', async () => {
  const visitor = new PageVisitor(app)
  expect((await visitor.open(way(), { 'Sec-Fetch-Dest': 'image' })).status).toBe(403)
  expect(visitor.cookie).toBe('')
  const back = await comeBack(visitor, provider, way())
  expect((await visitor.open(back, { 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403)
  expect((await visitor.open(back, { 'Sec-Fetch-Dest': 'document' })).status).toBe(303)
  for (const returnTo of ['https://evil.example', '//evil.example', '/console'])
    expect((await signInWith(visitor, provider, way(returnTo))).location).toBe('/@acme')
})

test('an organization with its own host has an address to come back to on each host', async () => {
  const host = 'ideas.berlin.example'
  const berlin = await createTenant(app, 'berlin')
  await openPortal(app, berlin, { portalUrl: `https://${host}`, signUp: 'OPEN' })
  const theirs = await createProvider(app, berlin, provider)
  const own = `https://${host}/sign-in/callback`
  const { organization } = await run(app, berlin.admin.session, '{ organization { signInCallbackUrls } }')
  expect(organization.signInCallbackUrls).toEqual([own, `${app.url}/@berlin/sign-in/callback`])
  const page = await open(app, '/sign-in', { host })
  expect(page.text).toContain(`href="/sign-in/with/${theirs.id}?return_to=%2F"`)
  const begun = await open(app, `/sign-in/with/${theirs.id}?return_to=/p/x`, { host })
  const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const back = provider.authorize(begun.headers.location ?? '')
  expect(back.href.startsWith(own)).toBe(true)
  const ended = await open(app, back.pathname + back.search, { host, cookie })
  expect([ended.status, ended.headers.location]).toEqual([303, '/p/x'])
  expect(ended.headers['set-cookie']?.[1]).toContain('__Host-echolog=fose_')
})
