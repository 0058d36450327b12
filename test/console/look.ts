import { afterAll, beforeAll, test } from 'vitest'
import { enterConsole, useBrowser, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { openPage, THEMES } from '../support/check-pages.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { startScene, type Scene } from '../support/fixtures/scene.ts'
import type { PageEntry } from './page-entry.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { SERVER_PAGES } from './server-pages.ts'

const FOLDER = `${ROOT}.looks`
/** Size of the pictures of the documentation: none of them is larger than 150 kB. */
const OF_DOCS = { width: 1200, height: 680 }
const browser = useBrowser()
let scene: Scene
let signedIn: WatchedPage
let visitor: WatchedPage

beforeAll(async () => {
  scene = await startScene()
  signedIn = await browser.open()
  visitor = await browser.open()
  await enterConsole(signedIn.page, `${scene.app.url}/console/${scene.slug}`, scene.admin)
})
afterAll(() => scene.stop())

/** Names of pictures: the route, and the number of an entry that is not the first of its route. */
const names = new Map<string, number>()
const named = (area: string) => (entry: PageEntry) => {
  const route = `${area}${entry.route}`.replaceAll(/[^a-z]+/gi, '-').replace(/-$/, '')
  const count = (names.get(route) ?? 0) + 1
  names.set(route, count)
  return { name: count > 1 ? `${route}-${count}` : route, entry }
}
const pictures = [...CONSOLE_PAGES.map(named('console')), ...SERVER_PAGES.map(named('server'))]

for (const { name, entry } of pictures)
  test(name, async () => {
    const { page } = entry.isSignedOut ? visitor : signedIn
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width > 500 ? 900 : 844 })
      await openPage(page, scene, entry)
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${FOLDER}/${name}.${width}.${colorScheme}.png`, fullPage: true })
      }
    }
    if (entry.picture === undefined) return
    await page.setViewportSize(OF_DOCS)
    await page.emulateMedia({ colorScheme: 'light' })
    await openPage(page, scene, entry)
    await page.screenshot({ path: `${FOLDER}/docs/${entry.picture}.png` })
  })
