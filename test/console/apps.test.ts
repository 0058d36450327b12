import * as oauth from 'oauth4webapi'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { connect } from '../support/clients/sockets.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { enterConsole, useBrowser, violationsOf, watchFaults, type WatchedPage } from '../support/browser.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { startForeignSite, type ForeignSite } from '../support/foreign-site.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let other: Tenant
let site: ForeignSite
let desk: WatchedPage
/** Page of the app's developer in the same browser. */
let visit: WatchedPage
const registered = { clientId: '', clientSecret: '', callback: '' }

const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/developers/${path}`

beforeAll(async () => {
  other = await createTenant(app)
  await givePassword(app, [tenant.admin, other.admin])
  site = await startForeignSite()
  registered.callback = `${site.origin}/callback?from=echolog`
  desk = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(desk.page, address('apps'), tenant.admin)
  const page = await desk.page.context().newPage()
  visit = { page, faults: watchFaults(page) }
  await desk.page.bringToFront()
})

afterAll(() => site.close())

/** Address at which the app asks for consent. */
function asking(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: registered.clientId,
    redirect_uri: registered.callback,
    scope: 'posts:read',
    state: 'a b',
    ...parameters,
  })
  return `${app.url}/oauth/authorize?${query.toString()}`
}

/** Follows a link of the foreign site to the consent page. */
const followLink = (page: Page, to: string) => site.followLink(page, to, `${app.url}/**`)

const returned = async (page: Page) => {
  await page.waitForURL(`${site.origin}/callback**`)
  return new URL(page.url())
}

test('an app is registered, and its secret is shown once', async () => {
  const { page, faults } = desk
  await page.getByRole('link', { name: 'Register app' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bridge <b>')
  await page.getByLabel('Redirect URIs').fill('http://evil.example/callback')
  await page.getByLabel('posts:read').check()
  await page.getByRole('button', { name: 'Register app' }).click()
  await page.getByText(/^Must be .*https/).waitFor()
  await page.getByLabel('Redirect URIs').fill(`${registered.callback}\n${site.origin}/other`)
  await page.getByLabel('posts:write').check()
  await page.getByRole('button', { name: 'Register app' }).click()
  const secret = page.getByLabel('Client secret', { exact: true })
  registered.clientSecret = await secret.innerText()
  expect(registered.clientSecret).toMatch(/^fosec_/)
  registered.clientId = await page.getByText(/^foapp_/).innerText()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Open the app' }).click()
  await page.getByText('No organization has connected it yet.').waitFor()
  await page.getByRole('link', { name: 'Authorize' }).waitFor()
  await page.goBack()
  expect(await page.content()).not.toContain(registered.clientSecret)
  expect(faults).toEqual([])
})

test('consent from a foreign site leads to a code, and a revocation ends the socket of the app', async () => {
  const { page, faults } = visit
  await page.bringToFront()
  const loopback = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(app.url)
  const discovered = await oauth.discoveryRequest(issuer, { ...loopback, algorithm: 'oauth2' })
  const server = await oauth.processDiscoveryResponse(issuer, discovered)
  const verifier = oauth.generateRandomCodeVerifier()
  await followLink(
    page,
    asking({
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  await page.getByRole('heading', { name: 'Connect Bridge <b>?' }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain(new URL(site.origin).host)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow' }).click()
  const client: oauth.Client = { client_id: registered.clientId }
  const back = await returned(page)
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(registered.clientSecret),
    oauth.validateAuthResponse(server, client, back, 'a b'),
    registered.callback,
    verifier,
    loopback,
  )
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
  await createPost(app, tenant, 'x')
  const { events } = await run(app, tenant.admin.session, '{ events(last: 1) { nodes { id } } }')
  const socket = await connect(app, { Authorization: `Bearer ${access_token}` })
  const follow = 'subscription ($after: ID) { events(after: $after) { id type } }'
  socket.subscribe('1', follow, { after: events.nodes[0].id })
  await desk.page.bringToFront()
  await desk.page.goto(address('apps'))
  const connected = desk.page.getByRole('region', { name: 'Connected apps' })
  await connected.getByRole('button', { name: /^Narrow Bridge <b>/ }).waitFor()
  await createPost(app, tenant, 'y')
  await socket.received(({ id, type }) => id === '1' && type === 'next')
  await connected.getByRole('button', { name: /^Revoke Bridge <b>/ }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await desk.page.getByText('Bridge <b> is revoked').waitFor()
  expect((await socket.end()).code).toBe(4403)
  expect([...faults, ...desk.faults]).toEqual([])
})

test('Deny leads back without a code, also in a popup', async () => {
  const { page, faults } = visit
  await page.bringToFront()
  await followLink(page, asking())
  await page.getByRole('button', { name: 'Deny' }).click()
  const denied = await returned(page)
  expect(Object.fromEntries(denied.searchParams)).toEqual({
    from: 'echolog',
    error: 'access_denied',
    state: 'a b',
    iss: app.url,
  })

  site.show(`<button>Connect</button>`)
  await page.goto(site.origin)
  await page.evaluate(
    `document.querySelector('button').onclick = () => { window.popup = open(${JSON.stringify(asking())}) }`,
  )
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Connect' }).click(),
  ])
  await popup.getByRole('button', { name: 'Allow' }).click()
  expect((await returned(popup)).searchParams.get('code')).toMatch(/^fooc_/)
  // The page of the app still reaches its popup, to close it.
  await page.evaluate('window.popup.close()')
  await expect.poll(() => popup.isClosed()).toBe(true)
  expect(faults).toEqual([])
})

test('another account consents into its own organization, without a way into the first', async () => {
  const { page, faults } = visit
  await followLink(page, asking())
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel(/e-?mail/i).fill(other.admin.email)
  await page.getByLabel(/password/i).fill(PASSWORD)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.getByRole('heading', { name: 'Connect Bridge <b>?' }).waitFor()
  const text = await page.getByRole('main').innerText()
  expect(text).toMatch(new RegExp(`Into\\s+Name of ${other.organization.slug}\\s+Reads`))
  await page.getByRole('button', { name: 'Allow' }).click()
  expect((await returned(page)).searchParams.get('code')).toMatch(/^fooc_/)
  expect(faults).toEqual([])
})

test('a frame shows no consent, and a redirect URI that is not registered is never followed', async () => {
  const { page } = visit
  site.show(`<iframe src="${asking().replaceAll('&', '&amp;')}"></iframe>`)
  const refused = page.waitForResponse((response) => response.url().startsWith(`${app.url}/oauth/authorize`))
  await page.goto(site.origin)
  expect((await refused).status()).toBe(403)
  expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0)

  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  for (const uri of [
    'https://evil.example/callback',
    `${registered.callback}&x=1`,
    `${site.origin}/callback`,
    `${site.origin}@evil.example/callback?from=echolog`,
  ]) {
    await followLink(page, asking({ redirect_uri: uri }))
    await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor()
    expect(page.url().startsWith(app.url)).toBe(true)
    expect(await page.getByRole('link').count()).toBe(0)
  }
  expect(requested.filter((url) => url.includes('evil.example/') && !url.startsWith(app.url))).toEqual([])
})
