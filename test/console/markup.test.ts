import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { startScene, type Scene } from '../support/fixtures/scene.ts'
import { fillTexts } from '../support/fixtures/hostile-columns.ts'
import { watchScripts } from '../support/script-sizes.ts'
import { CONSOLE_PAGES, MAX_SCRIPT } from './pages.ts'
import { SERVER_PAGES } from './server-pages.ts'

/** A sanitized text may keep the picture, without its handler. */
const RUNNING =
  '[onerror], [onload], a[href^="javascript:" i], body script:not([src], [type="application/ld+json"])'
/** Markup for every position: a text, an attribute, a script, an address, a template. It turns the order of letters. */
const HOSTILE = `x"'><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)></svg></script>{{7*7}}\u202e`
/** Some of the columns that have rows in a scene. */
const SOME = ['changelog_labels.name', 'delivery_attempts.response', 'events.snapshot', 'users.custom_fields']
const browser = useBrowser()
let scene: Scene
let signedIn: WatchedPage
let scriptSize: () => Promise<number>
let visitor: WatchedPage

beforeAll(async () => {
  scene = await startScene()
  expect(await fillTexts(scene.app.database.pool, HOSTILE)).toEqual(expect.arrayContaining(SOME))
  const send = (path: string, body: object) =>
    scene.app.call('POST', `/api/v3${path}`, { headers: scene.headers, body })
  await send('/feature_requests', {
    title: HOSTILE,
    description: `<p>${HOSTILE}</p><a href="javascript:alert(4)">x</a>`,
  })
  await send('/comments', { feature_request_id: Number(scene.post.id.split('_')[1]), comment: HOSTILE })
  signedIn = await browser.open()
  scriptSize = watchScripts(signedIn.page)
  visitor = await browser.open()
  for (const { page } of [signedIn, visitor]) page.on('dialog', (dialog) => void dialog.dismiss())
  await enterConsole(signedIn.page, `${scene.app.url}/console/${scene.slug}`, scene.admin)
})
afterAll(() => scene?.stop())

const pages = [...CONSOLE_PAGES, ...SERVER_PAGES].map((entry) => ({ ...entry, entry }))

test.each(pages)('no markup runs on $route, which loads little JavaScript', async ({ entry }) => {
  const { page, faults } = entry.isSignedOut ? visitor : signedIn
  faults.length = 0
  const dialogs: string[] = []
  const note = (dialog: { message: () => string }) => void dialogs.push(dialog.message())
  page.on('dialog', note)
  await scriptSize()
  const answer = await page.goto(scene.app.url + entry.address(scene))
  expect(answer?.status()).toBe(entry.status ?? 200)
  await settled(page)
  page.off('dialog', note)
  expect(dialogs).toEqual([])
  expect(await scriptSize()).toBeLessThanOrEqual(entry.maxScript ?? MAX_SCRIPT)
  expect(await page.locator(RUNNING).count()).toBe(0)
  expect(faults.filter((fault) => !/status of (401|404)/.test(fault))).toEqual([])
})

/** Waits until the page has its data. Its texts are not those of the list any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
}
