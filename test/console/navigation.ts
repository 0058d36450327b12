import type { Page } from 'playwright-core'

/** Paths of pages that only admins read. */
export const FOR_ADMINS =
  /\/(developers\/(keys|apps|agents|webhooks|mail|audit)|settings\/(sso|mail)|imports|exports)(\/|$)/

/** Returns the addresses of the navigation. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.locator('nav a').evaluateAll((found) => found.map((link) => String(link.getAttribute('href'))))
