import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  enterConsole,
  keepNotifications,
  useBrowser,
  violationsOf,
  type WatchedPage,
} from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const posts: Record<string, number> = {}
let first: WatchedPage
let second: WatchedPage
let roadmap: string
const calls = () => roadmapCalls(app, tenant)
const address = (path = '') => `${app.url}/console/${tenant.organization.slug}/roadmaps${path}`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  for (const title of ['Dark mode', 'Offline', 'Export', 'Printing']) posts[title] = await calls().post(title)
  roadmap = await calls().create({ title: 'Q4 plan', scoreType: 'RICE' })
  for (const title of ['Dark mode', 'Offline', 'Export']) await calls().add(roadmap, posts[title] ?? 0)
  first = await browser.open({ viewport: { width: 1360, height: 900 } })
  await keepNotifications(first.page)
  await enterConsole(first.page, address(), tenant.admin)
  await first.page.getByRole('link', { name: 'Q4 plan' }).click()
  await first.page.waitForURL(address(`/${roadmap}`))
  // Another person in another browser window: a tab in the background draws once a second only.
  const member = await tenant.member('member')
  await givePassword(app, [member])
  second = await browser.open({ viewport: { width: 1360, height: 900 } })
  await keepNotifications(second.page)
  await enterConsole(second.page, address(`/${roadmap}`), member)
})

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const titles = (page: Page, name: string) =>
  column(page, name).getByRole('listitem').locator('> a').allInnerTexts()
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const inBoth = async (name: string, expected: string[]) => {
  for (const { page } of [first, second]) await expect.poll(() => titles(page, name)).toEqual(expected)
}

test('a card moves by the pointer, by keys and by its menu, in the windows of two people', async () => {
  const { page } = first
  await inBoth('Submitted', ['Dark mode', 'Offline', 'Export'])
  await card(page, 'Offline').dragTo(column(page, 'Planned'))
  await inBoth('Planned', ['Offline'])
  await inBoth('Submitted', ['Dark mode', 'Export'])

  await card(page, 'Export').dragTo(card(page, 'Offline'), { targetPosition: { x: 40, y: 4 } })
  await inBoth('Planned', ['Export', 'Offline'])
  expect(await calls().titles(roadmap)).toEqual(['Dark mode', 'Export', 'Offline'])

  await card(second.page, 'Dark mode').getByRole('link').focus()
  await second.page.keyboard.press(']')
  await inBoth('In Review', ['Dark mode'])
  await second.page.getByText('Dark mode moved to In Review, 1 of 1').waitFor({ state: 'attached' })
  expect(await second.page.evaluate('document.activeElement.textContent')).toBe('Dark mode')
  const newest = second.page.getByRole('region', { name: 'Notifications' }).locator('p').last()
  await second.page.keyboard.press('[')
  await inBoth('Submitted', ['Dark mode'])
  await newest.getByText('“Dark mode” is now in Submitted').waitFor()
  await second.page.keyboard.press(']')
  await newest.getByText('“Dark mode” is now in In Review').waitFor()
  await second.page.keyboard.press('z')
  await inBoth('Submitted', ['Dark mode'])

  await card(page, 'Offline').locator('summary').click()
  await card(page, 'Offline').getByRole('button', { name: 'Move up' }).click()
  await inBoth('Planned', ['Offline', 'Export'])
  await card(page, 'Offline').locator('summary').click()
  await card(page, 'Offline').getByRole('button', { name: 'Completed' }).click()
  await inBoth('Completed', ['Offline'])
  await page.getByText('33% completed').waitFor()
  expect([...first.faults, ...second.faults]).toEqual([])
})

test('two people move at once, and both see one order', async () => {
  await Promise.all([
    card(first.page, 'Dark mode').dragTo(column(first.page, 'Planned')),
    card(second.page, 'Offline').dragTo(column(second.page, 'Planned')),
  ])
  const order = async () => (await calls().titles(roadmap)).join()
  await expect.poll(async () => (await titles(first.page, 'Planned')).length).toBe(3)
  for (const { page } of [first, second])
    await expect.poll(async () => (await titles(page, 'Planned')).join() === (await order())).toBe(true)
})

test('a refused move is back with its reason', async () => {
  const { page } = first
  // The page reads nothing of the deletion before the move is sent.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query Roadmap(')) await held
    await route.continue()
  })
  await app.call('DELETE', `/api/v3/feature_requests/${posts.Export}`, { headers: tenant.keyAndAdmin })
  await card(page, 'Export').dragTo(column(page, 'Completed'))
  await page.getByText(/“Export” was not moved/).waitFor()
  expect(await titles(page, 'Planned')).toContain('Export')
  release()
  await expect.poll(() => titles(page, 'Planned')).not.toContain('Export')
  await page.unrouteAll({ behavior: 'wait' })
  expect(first.faults).toEqual([])
})

test('columns of months and quarters plan a post, and the view is in the address', async () => {
  const { page } = first
  await page.getByLabel('Columns').selectOption('quarter')
  await page.waitForURL(/columns=quarter/)
  const quarter = page.getByRole('region', { name: /^Q\d \d{4}/ }).first()
  await card(page, 'Offline').dragTo(quarter)
  await expect.poll(() => quarter.getByRole('listitem').count()).toBe(1)
  const query =
    'query ($id: ID!) { roadmap(by: { id: $id }) { posts { nodes { plannedFor post { title } } } } }'
  // The page shows a day before it is stored.
  const stored = async () => (await calls().ask(query, { id: roadmap })).roadmap.posts.nodes
  const planned = { plannedFor: expect.any(String), post: { title: 'Offline' } }
  await expect.poll(stored).toContainEqual(planned)
  await page.reload()
  await expect.poll(() => quarter.getByRole('listitem').count()).toBe(1)
  await page.getByRole('radio', { name: 'Timeline' }).check()
  await page.waitForURL(/view=timeline/)
  const day = page.getByLabel('Day for which “Dark mode” is planned')
  await day.fill('2027-02-14')
  await day.blur()
  await page.getByRole('columnheader', { name: 'February 2027' }).waitFor({ state: 'attached' })
  await expect.poll(stored).toContainEqual({ plannedFor: '2027-02-14', post: { title: 'Dark mode' } })
})

test('posts are scored, added, removed and added again', async () => {
  const { page } = first
  await page.getByRole('radio', { name: 'List' }).check()
  for (const [input, value] of [
    ['Reach', 10],
    ['Impact', 2],
    ['Confidence', 50],
    ['Effort', 4],
  ] as const) {
    await page.getByLabel(`${input} of “Offline”`).fill(String(value))
    await page.getByLabel(`${input} of “Offline”`).press('Enter')
  }
  await expect.poll(() => page.getByRole('row', { name: /Offline/ }).innerText()).toMatch(/\t2\.5\t?/)
  await page.getByText('2.5 on average').waitFor()
  await page.getByRole('button', { name: 'Add posts' }).click()
  await page.getByLabel('Find posts').fill('Print')
  await page.getByRole('button', { name: 'Add “Printing”' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Printing' }).getByText('On the roadmap').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove “Printing” from the roadmap' }).click()
  await expect.poll(() => page.getByRole('row', { name: /Printing/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByRole('row', { name: /Printing/ }).count()).toBe(1)
  expect(first.faults).toEqual([])
})

test('a roadmap is created, renamed, made public and deleted by its title', async () => {
  const { page } = first
  await page.goto(address())
  await page.getByRole('button', { name: 'New roadmap' }).click()
  await page.getByLabel('Title').fill('Later')
  await page.getByRole('button', { name: 'Create roadmap' }).click()
  await page.getByText('No post on this roadmap').waitFor()
  await page.getByRole('button', { name: 'Private' }).click()
  await page.getByRole('button', { name: 'Public', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Settings of the roadmap' }).click()
  await page.getByLabel('Title').fill('Much later')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: /Much later/ }).waitFor()
  await page.getByRole('button', { name: 'Settings of the roadmap' }).click()
  await page.getByRole('button', { name: 'Delete roadmap' }).click()
  await page.getByLabel('Type Much later to confirm').fill('Much later')
  await page.getByRole('button', { name: 'Delete roadmap' }).last().click()
  await page.waitForURL(address())
  await expect.poll(() => page.getByRole('link', { name: 'Much later' }).count()).toBe(0)
  expect(first.faults).toEqual([])
})

const VIEWS = ['kanban', 'list', 'timeline']
test.each(VIEWS)('the %s has no violation of WCAG 2.2 AA', async (view) => {
  const { page } = second
  await page.goto(address(`/${roadmap}?view=${view}`))
  await page.getByText('Offline').first().waitFor()
  for (const width of [1360, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await violationsOf(page, colorScheme)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  expect(second.faults).toEqual([])
})
