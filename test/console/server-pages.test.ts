import { expect, test } from 'vitest'
import { checkPages, loads } from '../support/check-pages.ts'
import { serverRoutes } from '../support/page-routes.ts'
import { routesOf } from './page-entry.ts'
import { SERVER_PAGES } from './server-pages.ts'

test('the list has every page of the server, and no other', () => {
  expect(routesOf(SERVER_PAGES)).toEqual(serverRoutes().sort())
})

checkPages(SERVER_PAGES, loads(10_000))
