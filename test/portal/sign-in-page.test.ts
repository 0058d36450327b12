import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../src/portal/visit/words.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const german = useTenant(app, 'berlin')
const host = 'ideen.berlin.example'

beforeAll(async () => {
  await openPortal(app, tenant, { name: 'Acme <Works>' })
  await openPortal(app, german, {
    name: 'Berlin',
    locales: ['DE'],
    defaultLocale: 'DE',
    portalUrl: `https://${host}`,
  })
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})

const signInOf = (path: string, fields: Record<string, string>) =>
  new PageVisitor(app).submit({ action: path, fields })

test.each([
  ['/@acme/p/dark-mode/vote', { vote: 'up' }, 'Sign in to vote'],
  ['/@acme/p/dark-mode/comments', { body: 'Words' }, 'Sign in to comment'],
  ['/@acme/p/dark-mode/subscription', { subscribe: 'yes' }, 'Sign in to subscribe'],
  ['/@acme/new', { title: 'Idea' }, 'Sign in to share an idea'],
])(
  'the sign-in page after %s names the organization, the reason and the way back',
  async (path, fields, why) => {
    const page = await signInOf(path, { ...fields, return_to: '/@acme/p/dark-mode' })
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining(why) })
    expect(page.text).toContain('<b dir="auto">Acme &lt;Works&gt;</b>')
    expect(page.text).toContain('<a href="/@acme">Back to Acme &lt;Works&gt;</a>')
    expect(page.text).toContain('name="return_to" value="/@acme/p/dark-mode"')
  },
)

test('the page of notifications leads signed-out people to the sign-in page, until they have signed in', async () => {
  const { status, headers } = await open(app, '/@acme/notifications')
  expect([status, headers.location]).toEqual([303, '/sign-in?return_to=%2F%40acme%2Fnotifications'])
})

test('a wrong password leaves the reason and the organization on the page', async () => {
  const fields = { email: tenant.admin.email, password: 'wrong', return_to: '/@acme' }
  const { status, text } = await new PageVisitor(app).submit({ action: '/session?for=vote', fields })
  expect(status).toBe(401)
  expect(text).toContain('Sign in to vote')
  expect(text).toContain('Back to Acme')
})

test('a sign-in page without a portal names no organization', async () => {
  for (const path of ['/sign-in', '/sign-in?return_to=/console/acme', '/sign-in?return_to=/@none&for=x']) {
    const { status, text } = await open(app, path)
    expect(status, path).toBe(200)
    expect(text, path).not.toMatch(/class="brand"|class="back"/)
  }
})

test('a sign-in page has the language of the portal for a reader without one of their own', async () => {
  const { text: said } = wordsOf('de')
  for (const [path, headers] of [
    ['/sign-in', { host }],
    ['/sign-in?return_to=/@berlin', {}],
  ] as const) {
    const page = await open(app, path, headers)
    expect(page.headers['content-language'], path).toBe('de')
    expect(page.text, path).toContain(said('sign-in.back', { name: 'Berlin' }))
  }
  const french = await open(app, '/sign-in', { host, 'Accept-Language': 'fr' })
  expect(french.headers['content-language']).toBe('fr')
})

test('the portal leads only people of the team to the console', async () => {
  const link = '<a class="console" href="/console/acme">Console</a>'
  expect((await open(app, '/@acme')).text).not.toContain('/console/acme')
  const member = new PageVisitor(app)
  await member.signIn(tenant.admin.email, PASSWORD)
  for (const path of ['/@acme', '/@acme/p/dark-mode', '/@acme/roadmap'])
    expect((await member.open(path)).text, path).toContain(link)
  const { Authorization = '' } = await tenant.sso({
    email: 'ann@people.example',
    exp: Math.floor(Date.now() / 1000) + 300,
  })
  const customer = new PageVisitor(app)
  const token = Authorization.replace('Bearer ', '')
  expect((await customer.open(`/@acme/sso?token=${token}`)).status).toBe(303)
  const { text } = await customer.open('/@acme')
  expect(text).toContain('Sign out')
  expect(text).not.toContain('/console/acme')
})
