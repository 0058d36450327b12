import { beforeAll, expect, test } from 'vitest'
import { useBrowser, violationsOf } from '../support/browser.ts'
import { openInbox, type Inbox } from '../support/inbox.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(app, tenant, browser, 1)
  for (const email of ['ada@people.example', 'adam@people.example'])
    await inbox.send('POST', '/votes_on_behalf', {
      feature_request_id: inbox.ids[0],
      by_email: tenant.admin.email,
      email,
    })
})

const mentioned = async () => {
  const { rows } = await app.database.pool.query(
    `select c.body, array_agg(u.email) as emails from comments c
      left join comment_mentions m on m.comment_id = c.id left join users u on u.id = m.user_id group by c.id, c.body order by c.id`,
  )
  return rows as unknown[]
}

test('a typed sign offers people by keys, and the comment mentions those that are left in it', async () => {
  const { page, faults, address } = inbox
  await page.goto(`${address}/post_${inbox.ids[0]}`)
  const area = page.getByLabel('Comment', { exact: true })
  const options = page.getByRole('listbox', { name: 'People' }).getByRole('option')
  await area.click()
  await page.keyboard.type('Mail ada@')
  expect(await options.count()).toBe(0)
  await page.keyboard.type(' and ask @ada')
  await expect.poll(() => options.count()).toBe(2)
  const active = () => area.evaluate((field) => field.getAttribute('aria-activedescendant'))
  expect(await active()).toBe(await options.first().getAttribute('id'))
  expect(await violationsOf(page)).toEqual([])
  const names = await options.locator('span').allTextContents()
  await page.keyboard.press('ArrowDown')
  expect(await active()).toBe(await options.nth(1).getAttribute('id'))
  await page.keyboard.press('Enter')
  await expect.poll(() => area.inputValue()).toBe(`Mail ada@ and ask @${names[1]} `)
  expect(await options.count()).toBe(0)
  await page.keyboard.type('or @ada')
  await expect.poll(() => options.count()).toBe(2)
  await page.keyboard.press('Escape')
  expect(await options.count()).toBe(0)
  expect(await area.evaluate((field) => field === document.activeElement)).toBe(true)
  for (const _ of '@ada') await page.keyboard.press('Backspace')
  await page.keyboard.type('@ada')
  await options.first().click()
  await area.fill(`Only @${names[0]}, please`)
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(mentioned)
    .toEqual([{ body: `Only @${names[0]}, please`, emails: [`${names[0]}@people.example`] }])
  expect(faults).toEqual([])
})
