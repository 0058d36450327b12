import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage
let post: number

const address = (path: string) => `${app.url}/console/${tenant.organization.slug}${path}`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  for (const title of ['Dark mode for the editor', 'A dark mode for the editor']) {
    const body = { title, description: 'x' }
    const answer = await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body })
    post = answer.body.id as number
  }
  watched = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(watched.page, address('/team'), tenant.admin)
})

/** Opens a page, and returns the names of the queries that it sends until its plans for further reads have run. */
async function queriesOf(path: string, shown: string): Promise<string[]> {
  const { page } = watched
  const names: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    names.push((request.postDataJSON() as { operationName: string }).operationName)
  })
  await page.goto(address(path))
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText(shown).first().waitFor()
  // A timer of the page that is set now ends after those of the same length that are set already.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
  page.removeAllListeners('request')
  return names
}

test.each([
  ['', () => '', 'Most wanted'],
  ['/posts/post_…', () => `/posts/post_${post}`, 'Similar posts'],
])('a page reads nothing twice when it opens: %s', async (_name, path, shown) => {
  const names = await queriesOf(path(), shown)
  expect(names).toContain('ModerationCounts')
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
