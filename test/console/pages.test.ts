import { expect, test } from 'vitest'
import { checkPages } from '../support/check-pages.ts'
import { consoleRoutes } from '../support/page-routes.ts'
import { routesOf } from './page-entry.ts'
import { CONSOLE_PAGES } from './pages.ts'

test('the list has every page of the console, and no other', async () => {
  expect(routesOf(CONSOLE_PAGES)).toEqual((await consoleRoutes()).sort())
})

checkPages(CONSOLE_PAGES, 260_000)
