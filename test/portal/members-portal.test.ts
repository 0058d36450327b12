import { beforeAll, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let stranger: Tenant

beforeAll(async () => {
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  await fillPortal(app, tenant)
  stranger = await createTenant(app)
  await givePassword(app, [tenant.admin, stranger.admin])
})

const signedIn = async (email: string) => {
  const visitor = new PageVisitor(app)
  expect(await visitor.signIn(email, PASSWORD)).toMatchObject({ status: 303 })
  return visitor
}

test('the page of a closed portal leads to sign-in, which leads back to the content', async () => {
  const visitor = new PageVisitor(app)
  const { text } = await visitor.open('/@acme/p/dark-mode')
  const [, address = ''] = /class="button" href="([^"]*)"/.exec(text) ?? []
  const url = new URL(address, app.url)
  expect(url.origin + url.pathname).toBe(`${app.url}/sign-in`)
  const returnTo = url.searchParams.get('return_to') ?? ''
  expect(await visitor.signIn(tenant.admin.email, PASSWORD, returnTo)).toMatchObject({
    status: 303,
    location: '/@acme/p/dark-mode',
  })
  const page = await visitor.open('/@acme/p/dark-mode')
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Public words') })
  expect(page.headers.get('cache-control')).toBe('no-store')
})

test('after a member has read a page, a visitor still sees nothing of it', async () => {
  await (await signedIn(tenant.admin.email)).open('/@acme/p/dark-mode')
  const { text } = await new PageVisitor(app).open('/@acme/p/dark-mode')
  expect(text).toContain('Sign in')
  expect(text).not.toContain('Public words')
})

test('people of another organization, framed pages and API keys see nothing', async () => {
  const other = await signedIn(stranger.admin.email)
  const member = await signedIn(tenant.admin.email)
  const pages = [
    await other.open('/@acme/p/dark-mode'),
    await member.open('/@acme/p/dark-mode', { 'Sec-Fetch-Dest': 'iframe' }),
    await new PageVisitor(app).open('/@acme/p/dark-mode', tenant.key),
  ]
  for (const { text } of pages) expect(text).not.toContain('Public words')
})

test('the changelog of a member is that of visitors, without entries that are not published', async () => {
  const { text } = await (await signedIn(tenant.admin.email)).open('/@acme/changelog')
  expect(text).toContain('Night theme')
  expect(text).not.toContain('zsecret-draft')
})
