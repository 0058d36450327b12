import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = () => `${app.url}/console/${tenant.organization.slug}/posts`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  for (const title of ['Dark mode', 'Dark mode at night', 'Voice notes']) {
    const body = { title, description: 'Why it helps' }
    await app.call('POST', '/api/v3/feature_requests', { headers: tenant.keyAndAdmin, body })
  }
})

test('the inbox and a post have no violation of WCAG 2.2 AA, and no sideways scrolling', async () => {
  const { page, faults } = await browser.open()
  await enterConsole(page, address(), tenant.admin)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address())
      await page.getByRole('link', { name: 'Dark mode', exact: true }).waitFor()
      expect(await violationsOf(page, colorScheme)).toEqual([])
      await page.getByRole('link', { name: 'Dark mode', exact: true }).click()
      await page.getByRole('button', { name: 'Merge into this: “Dark mode at night”' }).waitFor()
      expect(await violationsOf(page, colorScheme)).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
    }
  expect(faults).toEqual([])
})

test('the buttons that act on a post have one line of their own on a phone', async () => {
  const { page } = await browser.open({ viewport: { width: 390, height: 844 } })
  await enterConsole(page, address(), tenant.admin)
  await page.getByRole('link', { name: 'Dark mode', exact: true }).click()
  const tools = page.getByRole('toolbar', { name: 'Actions for this post' })
  const topOf = async (name: string | RegExp) =>
    (await tools.getByRole('button', { name }).boundingBox())?.y ?? Number.NaN
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    const [status, hide, merge, remove] = [
      await topOf(/^Status/),
      await topOf('Hide'),
      await topOf('Merge'),
      await topOf('Delete'),
    ]
    expect([merge, remove]).toEqual([hide, hide])
    expect(hide).toBeGreaterThan(status)
  }
})

test('a slow press on the lowest visible post opens it', async () => {
  for (let number = 1; number <= 30; number++)
    await app.call('POST', '/api/v3/feature_requests', {
      ...{ headers: tenant.keyAndAdmin, body: { title: `Wish ${number}`, description: '' } },
    })
  const { page } = await browser.open({ viewport: { width: 1280, height: 720 } })
  await enterConsole(page, address(), tenant.admin)
  await page.getByRole('link', { name: 'Wish 30', exact: true }).waitFor()
  const lowest = await page.evaluate<string>(`[...document.querySelectorAll('[data-post]')]
    .findLast((link) => link.getBoundingClientRect().bottom < innerHeight - 12).dataset.post`)
  await page.locator(`[data-post="${lowest}"]`).click({ delay: 120 })
  await expect.poll(() => page.url()).toContain(`/posts/${lowest}`)
})
