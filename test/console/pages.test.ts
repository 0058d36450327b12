import { expect, test } from 'vitest'
import { checkPages, follow } from '../support/check-pages.ts'
import { consoleRoutes } from '../support/page-routes.ts'
import { watchRefusals } from '../support/refusals.ts'
import { FOR_ADMINS, linksOf } from './navigation.ts'
import { routesOf } from './page-entry.ts'
import { CONSOLE_PAGES } from './pages.ts'

test('the list has every page of the console, and no other', async () => {
  expect(routesOf(CONSOLE_PAGES)).toEqual((await consoleRoutes()).sort())
})

/** Follows links as an admin, who is refused nothing. `markup.test.ts` loads the pages by their addresses. */
checkPages(CONSOLE_PAGES, (page) => {
  const refusals = watchRefusals(page)
  return async (scene, { address, shows }) => {
    await refusals()
    await page.setViewportSize({ width: 1360, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await follow(page, scene, address(scene), shows(scene))
    // The navigation of a new frame has the pages of admins once the role is read.
    await expect.poll(async () => (await linksOf(page)).some((path) => FOR_ADMINS.test(path))).toBe(true)
    expect(await refusals()).toEqual([])
  }
})
