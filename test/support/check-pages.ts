import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageEntry } from '../console/page-entry.ts'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from './browser.ts'
import { startScene, type Scene } from './fixtures/scene.ts'
import { watchScripts } from './script-sizes.ts'

export const THEMES = ['light', 'dark'] as const

/**
 * Declares a test for each page: it keeps WCAG 2.2 AA in both themes and widths, scrolls in one direction, keeps its
 * policy, logs no error, fails no request, and loads at most `maxScript` bytes of compressed JavaScript.
 */
export function checkPages(pages: PageEntry[], maxScript: number): void {
  const browser = useBrowser()
  let scene: Scene
  let signedIn: Checked
  let visitor: Checked
  beforeAll(async () => {
    scene = await startScene()
    signedIn = checked(await browser.open())
    visitor = checked(await browser.open())
    await enterConsole(signedIn.page, `${scene.app.url}/console/${scene.slug}`, scene.admin)
  })
  afterAll(() => scene.stop())
  const cases = pages.map((entry) => ({
    ...entry,
    entry,
    who: entry.isSignedOut ? 'signed out' : 'signed in',
  }))
  test.each(cases)('$route, $who', async ({ entry }) => {
    const watched = entry.isSignedOut ? visitor : signedIn
    watched.faults.length = 0
    await watched.scriptSize()
    await openPage(watched.page, scene, entry)
    expect(await watched.scriptSize()).toBeLessThanOrEqual(entry.maxScript ?? maxScript)
    const found = await faultsOfLayout(watched.page)
    expect([...found, ...watched.faults.filter((fault) => !isOwnStatus(fault, entry))]).toEqual([])
  })
}

type Checked = WatchedPage & { scriptSize: () => Promise<number> }

const checked = (watched: WatchedPage): Checked => ({ ...watched, scriptSize: watchScripts(watched.page) })

/** Opens a page of the list, and waits until it has its data. @throws AssertionError for another status */
export async function openPage(
  page: Page,
  scene: Scene,
  { address, shows, status }: PageEntry,
): Promise<void> {
  const answer = await page.goto(scene.app.url + address(scene))
  expect(answer?.status()).toBe(status ?? 200)
  await page.getByText(shows(scene)).filter({ visible: true }).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
}

async function faultsOfLayout(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const violations = await violationsOf(page, colorScheme)
      found.push(...violations.map((text) => `${width} ${colorScheme}: ${text}`))
    }
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (overflow > 0) found.push(`${width}: wider than the window by ${overflow} px`)
  }
  return found
}

/** Chromium logs the status of a page that is not found as an error. */
const isOwnStatus = (fault: string, { status }: PageEntry) =>
  status !== undefined && fault.includes(`status of ${status}`)
