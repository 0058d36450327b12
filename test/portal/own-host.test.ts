import type { IncomingHttpHeaders } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { sendForm } from '../support/clients/host-forms.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let rival: Tenant
const host = 'ideas.acme.example'
const origin = `https://${host}`

beforeAll(async () => {
  rival = await createTenant(app, 'rival')
  await openPortal(app, tenant, { portalUrl: origin })
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin, rival.admin])
})

const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  sendForm(app, path, fields, { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...headers })
const signIn = (email: string, headers = {}) =>
  send('/session', { email, password: PASSWORD, return_to: '/p/dark-mode' }, headers)
const cookieOf = (headers: IncomingHttpHeaders) => headers['set-cookie']?.[0]?.split(';')[0] ?? ''

test('people sign in, vote and sign out on the own host', async () => {
  const page = await open(app, '/sign-in?return_to=/p/dark-mode', { host })
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('value="/p/dark-mode"') })
  for (const [, path = ''] of page.text.matchAll(/<link rel="(?:preload|stylesheet)" href="([^"]*)"/g))
    expect((await open(app, path.replaceAll('&amp;', '&'), { host })).status, path).toBe(200)
  const entered = await signIn(tenant.admin.email)
  expect(entered).toMatchObject({ status: 303, headers: { location: '/p/dark-mode' } })
  expect(entered.headers['set-cookie']?.[0]).toMatch(/^__Host-echolog=fose_/)
  const Cookie = cookieOf(entered.headers)
  const own = await open(app, '/p/dark-mode', { host, Cookie })
  expect(own).toMatchObject({
    headers: { 'cache-control': 'no-store' },
    text: expect.stringContaining('Sign out'),
  })
  const voted = await send('/p/dark-mode/vote', { vote: 'up' }, { Cookie })
  expect(voted).toMatchObject({ status: 303, headers: { location: '/p/dark-mode' } })
  await send('/session/end', { return_to: '/' }, { Cookie })
  app.services.sessions.clear()
  expect((await open(app, '/p/dark-mode', { host, Cookie })).text).toContain('>Sign in</a')
})

test('robots.txt of an own host names the sitemap of its portal', async () => {
  const { text } = await open(app, '/robots.txt', { host })
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

test('a session of an own host acts in its organization only', async () => {
  const token = cookieOf((await signIn(tenant.admin.email)).headers).split('=')[1] ?? ''
  const ask = (slug: string) =>
    app.graphql(
      '{ viewer { organization { slug } } }',
      {},
      { Authorization: `Bearer ${token}`, 'X-Organization': slug },
    )
  expect((await ask('acme')).body).toMatchObject({ data: { viewer: { organization: { slug: 'acme' } } } })
  expect((await ask('rival')).status).toBe(403)
  expect((await signIn(rival.admin.email)).status).toBe(403)
})

test('a form of the public URL or of another own host changes nothing on an own host', async () => {
  for (const Origin of [app.url, 'https://rival.example', `http://${host}`])
    expect(await signIn(tenant.admin.email, { Origin }), Origin).toMatchObject({ status: 403 })
})

test('an SSO link starts a session on the own host', async () => {
  const exp = Math.floor(Date.now() / 1000) + 300
  const { Authorization = '' } = await tenant.sso({ email: 'own@people.example', exp })
  const token = Authorization.replace('Bearer ', '')
  const answer = await open(app, `/sso?token=${token}&return_to=/roadmap`, { host })
  expect(answer).toMatchObject({ status: 303, headers: { location: '/roadmap' } })
  expect(cookieOf(answer.headers)).toMatch(/^__Host-echolog=fose_/)
})

test('an own host has no REST API, also for responses that the cache of the public URL has', async () => {
  const path = '/api/v3/feature_requests'
  for (let count = 0; count < 3; count++)
    expect(await open(app, path, { ...tenant.key })).toMatchObject({ status: 200 })
  expect(await open(app, path, { host, ...tenant.key })).toMatchObject({ status: 404 })
})

test('the session of the public URL is another one', async () => {
  const visitor = new PageVisitor(app)
  await visitor.signIn(tenant.admin.email, PASSWORD)
  expect((await open(app, '/p/dark-mode', { host, Cookie: visitor.cookie })).text).toContain('>Sign in</a')
})

test.each([
  'http://localhost:4000',
  'https://ideas.localhost',
  'http://127.0.0.1',
  'http://[::1]:4000',
  'http://10.0.0.5:4000',
  'http://echolog:4000',
])('an organization cannot take %s, which may be an internal address of this server', async (portalUrl) => {
  await expect(openPortal(app, rival, { portalUrl })).rejects.toThrow(/portalUrl/)
  await openPortal(app, rival, { portalUrl: `${portalUrl}/feedback` })
})

test('a final dot names the same host', async () => {
  expect((await open(app, '/p/dark-mode', { host: `${host}.` })).text).toContain('About Dark mode')
  expect((await open(app, '/graphql?query={__typename}', { host: `${host}.` })).status).toBe(404)
  await expect(openPortal(app, rival, { portalUrl: `${origin}.` })).rejects.toThrow(/another organization/)
})

test('a portal that closes is closed on its own host in the next request', async () => {
  expect((await open(app, '/p/dark-mode', { host })).text).toContain('About Dark mode')
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  const closed = await open(app, '/p/dark-mode', { host })
  expect(closed.text).toContain('Sign in')
  expect(closed.text).not.toContain('Dark mode')
  expect((await open(app, '/feed.atom', { host })).status).toBe(404)
  await openPortal(app, tenant)
  expect((await open(app, '/p/dark-mode', { host })).text).toContain('About Dark mode')
})
