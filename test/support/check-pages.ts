import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageEntry } from '../console/page-entry.ts'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from './browser.ts'
import { startScene, type Scene } from './fixtures/scene.ts'
import { watchScripts } from './script-sizes.ts'

export const THEMES = ['light', 'dark'] as const

/** Opens a page of the list, and asserts what belongs to its opening. */
type Open = (scene: Scene, entry: PageEntry) => Promise<void>

/**
 * Declares a test for each page: it keeps WCAG 2.2 AA in both themes and widths, scrolls in one direction, keeps its
 * policy, logs no error and fails no request. `opens` returns how pages of the list open in a browser page.
 */
export function checkPages(pages: PageEntry[], opens: (page: Page) => Open): void {
  const browser = useBrowser()
  let scene: Scene
  let signedIn: Checked
  let visitor: Checked
  /** Paths by the titles of their pages. */
  const titles = new Map<string, string>()
  beforeAll(async () => {
    scene = await startScene()
    signedIn = checked(await browser.open(), opens)
    visitor = checked(await browser.open(), opens)
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
    await watched.open(scene, entry)
    const { pathname } = new URL(watched.page.url())
    const title = await watched.page.title()
    // The preview of a published entry is its page.
    if (!entry.route.includes('/preview/')) expect(titles.get(title) ?? pathname).toBe(pathname)
    titles.set(title, pathname)
    const found = await faultsOfLayout(watched.page)
    expect([...found, ...watched.faults.filter((fault) => !isOwnStatus(fault, entry))]).toEqual([])
  })
}

type Checked = WatchedPage & { open: Open }

const checked = (watched: WatchedPage, opens: (page: Page) => Open): Checked => ({
  ...watched,
  open: opens(watched.page),
})

/** Loads pages, each with at most `maxScript` bytes of compressed JavaScript. */
export const loads =
  (maxScript: number) =>
  (page: Page): Open => {
    const scriptSize = watchScripts(page)
    return async (scene, entry) => {
      await scriptSize()
      await openPage(page, scene, entry)
      expect(await scriptSize()).toBeLessThanOrEqual(entry.maxScript ?? maxScript)
    }
  }

/** Opens a page of the list, and waits until it has its data. @throws AssertionError for another status */
export async function openPage(
  page: Page,
  scene: Scene,
  { address, shows, status }: PageEntry,
): Promise<void> {
  const answer = await page.goto(scene.app.url + address(scene))
  expect(answer?.status()).toBe(status ?? 200)
  await hasShown(page, shows(scene))
}

/** Opens an address by the router of the page, from a page without data, so that no text is that of the last page. */
export async function follow(
  page: Page,
  { slug }: Scene,
  path: string,
  shown: string | RegExp,
): Promise<void> {
  const open = (to: string) => page.evaluate((address) => history.pushState({}, '', address), to)
  await open(`/console/${slug}/nothing`)
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await open(path)
  await hasShown(page, shown)
}

/** Waits until a page shows a text and has its data. */
async function hasShown(page: Page, shown: string | RegExp): Promise<void> {
  await page.getByText(shown).filter({ visible: true }).first().waitFor()
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
