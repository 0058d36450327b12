import { beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openInbox, type Inbox } from '../support/inbox.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(app, tenant, browser, 3)
})

test('/ leads into the search at any width, where letters are text, and keys do not act on one of two posts', async () => {
  const { page, address, ids, press } = inbox
  const search = page.getByRole('searchbox', { name: 'Search posts' })
  const hidden = async () => {
    const query = '{ posts(filter: { hidden: true }) { totalCount } }'
    return (await app.graphql(query, {}, tenant.admin.session)).body.data.posts.totalCount as number
  }
  await page.goto(`${address}/post_${ids[0]}`)
  await page.locator('[data-post]').nth(1).focus()
  await press('h', 'm')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('[data-post]').first().focus()
  await page.keyboard.type('/ho')
  expect(await search.inputValue()).toBe('ho')
  await search.fill('')
  await page.setViewportSize({ width: 800, height: 1000 })
  await page.goto(`${address}/post_${ids[0]}`)
  await page.getByLabel('Comment', { exact: true }).waitFor()
  await press('/')
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.type('ho')
  expect(await search.inputValue()).toBe('ho')
  expect(await hidden()).toBe(0)
  await page.setViewportSize({ width: 1360, height: 1000 })
  await page.goto(address)
})

test('a search says what the other tabs have, and leads there', async () => {
  const { page, faults, address, ids, send, titles } = inbox
  await send('PATCH', `/feature_requests/${ids[0]}`, { status: 'completed' })
  await page.goto(`${address}?q=Idea`)
  await expect.poll(async () => (await titles()).length).toBe(2)
  await page.getByRole('link', { name: '1 in Done' }).click()
  await expect.poll(titles).toEqual(['Idea 3'])
  await page.getByRole('link', { name: '2 in Open' }).waitFor()
  await page.goto(`${address}?q=%22Idea%203%22`)
  await page.getByText('No post matches these filters.').waitFor()
  await page.getByRole('link', { name: '1 in Done' }).waitFor()
  expect(faults).toEqual([])
})

test('an organization without posts does not speak of filters', async () => {
  const { page, address, ids, send } = inbox
  for (const id of ids) await send('DELETE', `/feature_requests/${id}`)
  await page.goto(address)
  await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
  expect(await page.getByText('filters').count()).toBe(0)
})
