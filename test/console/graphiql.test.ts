import { expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()

test('GraphiQL acts with the session in the organization of the console, and has no violation of WCAG 2.2 AA', async () => {
  await givePassword(app, [tenant.admin])
  const { page, faults } = await browser.open({ viewport: { width: 1360, height: 900 } })
  const { slug } = tenant.organization
  await enterConsole(page, `${app.url}/console/${slug}/developers/events`, tenant.admin)
  const [explorer] = await Promise.all([
    page.waitForEvent('response', (response) => response.url().endsWith('/developers/graphiql')),
    page.getByRole('link', { name: 'GraphiQL', exact: true }).click(),
  ])
  expect(explorer.status()).toBe(200)
  await page.goto(
    `${page.url()}?query=${encodeURIComponent('{ viewer { organization { slug } user { email } } }')}`,
  )
  await page.getByRole('heading', { name: 'GraphiQL with your session', level: 1 }).waitFor()
  await page.getByRole('button', { name: /execute/i }).click()
  await expect.poll(() => page.locator('.result-window').innerText()).toContain(tenant.admin.email)
  expect(await page.locator('.result-window').innerText()).toContain(slug)
  await page.getByRole('button', { name: /new tab/i }).click()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page, colorScheme)).toEqual([])
    }
  expect(faults.filter((fault) => !/worker/i.test(fault))).toEqual([])
})
