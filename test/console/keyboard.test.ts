import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { startScene, type Scene } from '../support/fixtures/scene.ts'

const browser = useBrowser()
let scene: Scene
let watched: WatchedPage

beforeAll(async () => {
  scene = await startScene()
  watched = await browser.open()
  await enterConsole(watched.page, `${scene.app.url}/console/${scene.slug}`, scene.admin)
})
afterAll(() => scene.stop())

/** Returns the name of the element with the focus, and whether nothing covers its middle. Null for the page itself. */
const FOCUSED = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const isShown = found !== null && (element.contains(found) || found.contains(element))
  const name = element.getAttribute('aria-label') ?? element.textContent.trim()
  return { name: element.localName + ' ' + name.slice(0, 60), isShown }
})()`
type Focused = { name: string; isShown: boolean }

/** Moves the focus through a page by a key, and returns the elements that had it while another one covered them. */
async function hiddenBy(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; hidden: string[] }> {
  await page.evaluate('document.activeElement.blur()')
  const hidden: string[] = []
  let stops = 0
  for (; stops < 200; stops++) {
    await page.keyboard.press(key)
    const focused = await page.evaluate<Focused | null>(FOCUSED)
    if (focused === null) break
    if (!focused.isShown) hidden.push(focused.name)
  }
  return { stops, hidden }
}

test.each(
  WIDTHS.flatMap((width) => ['posts', 'customers', 'settings'].map((path) => [path, width] as const)),
)('what keys reach is never below a bar: %s, %i px', async (path, width) => {
  const { page, faults } = watched
  await page.setViewportSize({ width, height: 700 })
  await page.goto(`${scene.app.url}/console/${scene.slug}/${path}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.locator('main :is(li, form, section)').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  if (path === 'posts') await page.getByRole('main').getByRole('checkbox').first().check()
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    const { stops, hidden } = await hiddenBy(page, key)
    expect(stops).toBeGreaterThan(20)
    expect(hidden).toEqual([])
  }
  expect(faults).toEqual([])
})
