import type { Page } from 'playwright-core'

/** A page that is measured, with what a person does on it. */
export type BenchPage = {
  name: string
  /** Bar of the largest paint, in milliseconds. */
  lcp: number
  path: (site: Site) => string
  /** Whether a signed-in person opens it. */
  isSignedIn: boolean
  /** Waits until the page shows what it is about. */
  shown: (page: Page) => Promise<void>
  use: (page: Page) => Promise<void>
}

/** The organization whose pages are measured, and one of its posts. */
export type Site = { organization: string; postId: string; postSlug: string }

/** The pages of the table, in its order. */
export const PAGES: BenchPage[] = [
  {
    name: 'console: dashboard',
    lcp: 1000,
    path: ({ organization }) => `/console/${organization}`,
    isSignedIn: true,
    shown: (page) => seen(page, 'region', 'Most wanted', 'Votes'),
    async use(page) {
      await page.getByRole('radio', { name: 'Comments' }).check()
      await page.getByLabel('Range').selectOption('30')
      await press(page, 'Control+K', 'p', 'o', 's', 'Escape')
    },
  },
  {
    name: 'console: inbox',
    lcp: 1000,
    path: ({ organization }) => `/console/${organization}/posts`,
    isSignedIn: true,
    shown: (page) => page.locator('[data-post]').nth(9).waitFor(),
    async use(page) {
      await press(page, 'j', 'j', 'x', 'j', 'x', 'Escape', 'j', 's')
      await page.getByRole('listbox', { name: 'Status' }).waitFor()
      await press(page, 'p', 'Escape')
      await page.getByRole('searchbox', { name: 'Search posts' }).pressSequentially('dark')
    },
  },
  {
    name: 'console: post',
    lcp: 1000,
    path: ({ organization, postId }) => `/console/${organization}/posts/${postId}`,
    isSignedIn: true,
    shown: (page) => page.locator('textarea').last().waitFor(),
    async use(page) {
      await page.locator('textarea').last().pressSequentially('Thank you')
      await page
        .getByRole('toolbar')
        .last()
        .getByRole('button', { name: /^Status/ })
        .click()
      await page.getByRole('listbox', { name: 'Status' }).waitFor()
      await press(page, 'p', 'Escape')
    },
  },
  {
    name: 'portal: board',
    lcp: 500,
    path: ({ organization }) => `/@${organization}`,
    isSignedIn: false,
    shown: (page) => page.getByRole('searchbox').waitFor(),
    use: (page) => page.getByRole('searchbox').pressSequentially('dark'),
  },
  {
    name: 'portal: post',
    lcp: 500,
    path: ({ organization, postSlug }) => `/@${organization}/p/${postSlug}`,
    isSignedIn: false,
    shown: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    use: (page) => press(page, 'Tab', 'Tab', 'Tab'),
  },
  {
    name: 'portal: post, signed in',
    lcp: 500,
    path: ({ organization, postSlug }) => `/@${organization}/p/${postSlug}`,
    isSignedIn: true,
    shown: (page) => page.locator('#body').waitFor(),
    async use(page) {
      const vote = page.locator('button.votes').first()
      await vote.click()
      await vote.click()
      await page.locator('#body').pressSequentially('We need this')
    },
  },
]

const seen = (page: Page, role: 'region', name: string, text: string) =>
  page.getByRole(role, { name }).getByText(text).first().waitFor()

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
