import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = () => `${app.url}/console/${tenant.organization.slug}/posts`
/** Requests of the first load. Browsers send six at once over HTTP/1.1. */
const MAX_REQUESTS = 20

beforeAll(() => givePassword(app, [tenant.admin]))

test('without JavaScript the console says that it needs it', async () => {
  const { page } = await browser.open({ javaScriptEnabled: false })
  await page.goto(address())
  // Texts of this element are no texts for the locators of Playwright.
  await page.locator('noscript .no-script').waitFor()
  expect(await page.locator('noscript').innerText()).toContain('The console needs JavaScript.')
  expect(await page.locator('.before').isVisible()).toBe(false)
})

test('the inbox shows its frame before any script has run, and loads with few requests', async () => {
  const { page } = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(page, address(), tenant.admin)
  await page.getByText('Live', { exact: true }).waitFor()
  const { page: fresh } = await browser.open({ viewport: { width: 1360, height: 900 } })
  await fresh.context().addCookies(await page.context().cookies())
  const held = Promise.withResolvers<void>()
  await fresh.route('**/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  let requests = 0
  for (const event of ['request', 'websocket'] as const)
    fresh.on(event as 'request', () => void (requests += 1))
  const opened = fresh.goto(address())
  const frame = fresh.locator('.before > div')
  await frame.last().waitFor()
  expect((await frame.first().boundingBox())?.width).toBe(240)
  held.resolve()
  await opened
  await fresh.getByText('No posts yet').waitFor()
  await frame.first().waitFor({ state: 'hidden' })
  await fresh.waitForLoadState('networkidle')
  expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
})
