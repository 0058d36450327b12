import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { startFront } from '../support/front.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let desk: WatchedPage

const address = (path: string, url = app.url) =>
  `${url}/console/${tenant.organization.slug}/developers/${path}`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  desk = await browser.open({
    viewport: { width: 1360, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await enterConsole(desk.page, address('keys'), tenant.admin)
})

async function send(method: string, path: string, body: object, headers = tenant.keyAndAdmin) {
  const answer = await app.call(method, `/api/v3${path}`, { headers, body })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

const submit = (title: string) => send('POST', '/feature_requests', { title, description: 'x' }, tenant.key)

test('a key is shown once, works, shows its last use and is revoked', async () => {
  const { page, faults } = desk
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly import')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const key = await dialog.getByLabel('API key', { exact: true }).innerText()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.content()).not.toContain(key)
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly import' })
  await expect.poll(() => row.innerText()).toContain('Never used')

  const opens = async () =>
    (await app.call('GET', '/api/v3/feature_requests', { headers: { 'API-KEY': key } })).status
  expect(await opens()).toBe(200)
  await row.getByRole('button', { name: 'Revoke “Nightly import”' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => row.innerText()).toMatch(/Revoked/)
  expect(await opens()).toBe(401)
  expect(faults).toEqual([])
})

test('the event log is filtered by its address, follows, pauses and shows what changed', async () => {
  const { page, faults } = desk
  const { id } = await submit('Dark mode')
  await page.goto(address('events'))
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Types' }).click()
  await page.getByRole('option', { name: 'Post changed' }).click()
  await page.keyboard.press('Escape')
  await page.waitForURL(/types=POST_UPDATED/)
  await page.getByText('No event matches').waitFor()

  await submit('Not an update')
  await send('PATCH', `/feature_requests/${id}`, { title: 'Night mode', status: 'planned' })
  await rows.getByRole('button', { name: /Post changed Night mode/ }).click()
  await page.waitForURL(/event=evt_/)
  const changes = page.getByRole('listitem').filter({ hasText: 'Night mode' })
  await expect.poll(() => changes.innerText()).toMatch(/Dark mode[\s\S]*Night mode/)
  expect(await rows.count()).toBe(1)
  await page.reload()
  await expect.poll(() => changes.innerText()).toMatch(/Dark mode[\s\S]*Night mode/)
  expect(await violationsOf(page)).toEqual([])
  await rows.getByRole('button', { name: /Post changed Night mode/ }).click()

  await page.getByRole('button', { name: 'Pause' }).click()
  await send('PATCH', `/feature_requests/${id}`, { title: 'Night theme' })
  await page.getByRole('button', { name: '1 new event' }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => rows.count()).toBe(2)

  await page.getByRole('button', { name: 'Copy as subscription' }).click()
  await page.getByText('Subscription copied').waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toMatch(/events\(filter: \{ types: \[POST_UPDATED\] \}, after: "evt_\w+"\)/)
  expect(faults).toEqual([])
})

test('the event log resumes after a restart of the server, without gap or repetition', async () => {
  const front = await startFront()
  onTestFinished(() => front.close())
  const before = await startApp({ beside: app, publicUrl: front.url })
  front.switchTo(before.url)
  const { page } = await browser.open()
  await enterConsole(page, address('events?types=POST_CREATED', front.url), tenant.admin)
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  // The list is complete before its rows are counted.
  await rows.filter({ hasText: 'Not an update' }).waitFor()
  await submit('Before')
  await rows.filter({ hasText: 'Before' }).waitFor()
  const count = await rows.count()
  front.switchTo(null)
  await before.stop()
  await page.getByText('Reconnecting…').waitFor()
  for (const title of ['During 1', 'During 2']) await submit(title)
  const after = await startApp({ beside: app, publicUrl: front.url })
  onTestFinished(() => after.stop())
  front.switchTo(after.url)
  await page.getByText('Live', { exact: true }).waitFor()
  await submit('After')
  await rows.filter({ hasText: 'After' }).waitFor()
  const titles = (await rows.allInnerTexts()).map((text) => /Before|During \d|After/.exec(text)?.[0])
  expect(titles.slice(0, 4)).toEqual(['After', 'During 2', 'During 1', 'Before'])
  expect(await rows.count()).toBe(count + 3)
})

test('the audit log is filtered by act, person and time in its address', async () => {
  const { page, faults } = desk
  await tenant.member('csm')
  await page.goto(address('audit'))
  const rows = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await rows.filter({ hasText: 'Revoked API key' }).getByText('Nightly import').waitFor()
  const joined = rows.filter({ hasText: 'Added to the team' }).filter({ hasText: 'csm of' })
  await joined.getByRole('button').click()
  await joined.getByText(/^csm of .*usr_\d+$/).waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('option', { name: 'Revoked API key' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'By', exact: true }).click()
  await page.getByRole('option', { name: `admin of ${tenant.organization.slug}` }).click()
  await page.getByLabel('Time').selectOption('1h')
  await page.waitForURL(/actions=API_KEY_REVOKED&actor=usr_\d+&since=1h/)
  await expect.poll(() => rows.count()).toBe(1)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByRole('button').first().click()
  await rows.getByText(/^Nightly import\s*key_\d+$/).waitFor()
  await rows.getByRole('button', { name: 'Only entries about this', exact: true }).click()
  await page.waitForURL(/subject=key_\d+/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(2)
  expect(faults).toEqual([])
})

test('another member is offered the event log alone', async () => {
  const member = await tenant.member('member')
  await givePassword(app, [member])
  const { page, faults } = await browser.open()
  await enterConsole(page, address('events'), member)
  await page.getByRole('list', { name: 'Events' }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Console' })
  await expect.poll(() => navigation.getByRole('link', { name: 'Event log' }).count()).toBe(1)
  for (const name of ['API keys', 'Apps', 'Audit log'])
    expect(await navigation.getByRole('link', { name, exact: true }).count()).toBe(0)
  for (const path of ['keys', 'apps', 'apps/new', 'apps/app_1', 'audit']) {
    await page.goto(address(path))
    await page.getByText('Only admins see this page').waitFor()
  }
  expect(faults).toEqual([])
})

test.each(WIDTHS)('the pages have no violation of WCAG 2.2 AA in both themes: %i px', async (width) => {
  const { page, faults } = desk
  await page.setViewportSize({ width, height: 900 })
  for (const path of ['keys', 'apps', 'apps/new', 'events', 'audit']) {
    await page.goto(address(path))
    await page.getByText('Live', { exact: true }).waitFor()
    await page.locator('main :is(li, form, h2)').first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violationsOf(page, colorScheme)).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
    }
  }
  expect(faults).toEqual([])
})
