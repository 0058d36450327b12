import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { tileText } from '../support/dashboard.ts'
import { startApp } from '../support/app.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { startFront } from '../support/front.ts'
import { middayZone } from '../support/midday-zone.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = () => `${app.url}/console/${tenant.organization.slug}`

beforeAll(() => givePassword(app, [tenant.admin]))

const submit = (title: string) =>
  app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title, description: 'x' } })

test('a restart of the server loses no event and repeats none', async () => {
  const front = await startFront()
  onTestFinished(() => front.close())
  const before = await startApp({ beside: app, publicUrl: front.url })
  front.switchTo(before.url)
  const { page } = await browser.open({ timezoneId: middayZone() })
  const received: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  )
  await enterConsole(page, `${front.url}/console/${tenant.organization.slug}`, tenant.admin)
  const rows = page.getByRole('region', { name: 'Happening now' }).getByRole('listitem')
  await submit('Before the restart')
  await expect.poll(() => rows.count()).toBe(1)

  front.switchTo(null)
  await before.stop()
  await page.getByText('Reconnecting…').waitFor()
  for (const number of [1, 2, 3]) await submit(`During the restart ${number}`)
  const after = await startApp({ beside: app, publicUrl: front.url })
  onTestFinished(() => after.stop())
  front.switchTo(after.url)
  await page.getByText('Live', { exact: true }).waitFor()
  await submit('After the restart')

  const titles = async () =>
    (await rows.allInnerTexts()).map((text) => /(Before|During|After) the restart( \d)?/.exec(text)?.[0])
  await expect
    .poll(titles)
    .toEqual([
      'After the restart',
      ...[3, 2, 1].map((number) => `During the restart ${number}`),
      'Before the restart',
    ])
  const sent = received.flatMap(
    (text) => /"events":\{"__typename":"PostEvent","id":"(\w+)"/.exec(text)?.[1] ?? [],
  )
  expect(sent.length).toBeGreaterThan(3)
  expect(sent).toEqual([...new Set(sent)])
  await expect.poll(() => tileText(page, 'Open posts')).toMatch(/^5 5 new today/)
})

test('a session that is revoked elsewhere is over on the page, which stays readable', async () => {
  const { page } = await browser.open()
  await enterConsole(page, address(), tenant.admin)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Most wanted' }).waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await app.database.kysely.deleteFrom('sessions').execute()
  await page.getByText('You are signed out').waitFor()
  expect(await page.getByRole('status').innerText()).toBe('Signed out')
  expect(await page.getByRole('heading', { name: 'Most wanted' }).count()).toBe(1)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel(/e-?mail/i).fill(tenant.admin.email)
  await page.getByLabel(/password/i).fill(PASSWORD)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL(address())
  await page.getByText('Live', { exact: true }).waitFor()
})

test('signing out ends the session in the database and leads to the sign-in page', async () => {
  const { page } = await browser.open()
  await enterConsole(page, address(), tenant.admin)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.locator('summary', { hasText: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.goto(address())
  await page.waitForURL('**/sign-in?return_to=*')
  expect(await page.context().cookies()).toEqual([])
})

test('the switcher opens another organization of the account, and a foreign one is refused', async () => {
  const other = await createTenant(app)
  const { page } = await browser.open()
  await app.graphql(
    'mutation ($email: EmailAddress!) { addTeamMember(input: { email: $email, role: ADMIN }) { errors { message } } }',
    { email: tenant.admin.email },
    other.admin.session,
  )
  await app.database.kysely
    .updateTable('users')
    .set({ acceptedAt: new Date() })
    .where('accountId', '=', tenant.admin.accountId)
    .execute()
  await enterConsole(page, address(), tenant.admin)
  await page.locator('summary', { hasText: 'Switch the organization' }).click()
  await page.getByRole('link', { name: `Name of ${other.organization.slug}` }).click()
  await page.waitForURL(`${app.url}/console/${other.organization.slug}`)
  await page.getByRole('region', { name: 'First steps' }).waitFor()

  const foreign = await createTenant(app)
  await page.goto(`${app.url}/console/${foreign.organization.slug}`)
  await page.getByRole('heading', { name: /^You are not in the team/ }).waitFor()
  await page.getByRole('link', { name: 'Open the console' }).click()
  await page.waitForURL(`${app.url}/console/${other.organization.slug}`)
  await expect.poll(() => page.getByRole('heading', { name: 'Dashboard' }).count()).toBe(1)
})
