import { beforeAll, expect, test } from 'vitest'
import { enterConsole, keepNotifications, useBrowser, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let desk: WatchedPage
let id: string

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  id = `post_${await createPost(app, tenant, 'Dark mode')}`
  desk = await browser.open({ viewport: { width: 1360, height: 900 } })
  await keepNotifications(desk.page)
  await enterConsole(desk.page, `${app.url}/console/${tenant.organization.slug}/posts/${id}`, tenant.admin)
})

test('a value is copied although the browser refuses its clipboard, and a refusal of both is shown', async () => {
  const { page, faults } = desk
  const button = page.getByRole('button', { name: new RegExp(`: ${id}$`) })
  await button.waitFor()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Refused'))
    document.addEventListener('copy', () => (document.title = String(getSelection())))
  })
  await button.click()
  await button.getByText('Copied').waitFor({ state: 'attached' })
  expect(await page.title()).toBe(id)
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.evaluate(() => (document.execCommand = () => false))
  await button.click()
  await page.getByText('The browser did not copy it.').waitFor()
  expect(await page.locator('textarea.hidden').count()).toBe(0)
  expect(faults).toEqual([])
})
