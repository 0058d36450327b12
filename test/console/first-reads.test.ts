import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
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

/** Opens a page. Returns a function that counts the queries of a name that it has sent. */
async function open(path: string): Promise<(name: string) => number> {
  const { page } = watched
  const names: string[] = []
  page.removeAllListeners('request')
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    names.push((request.postDataJSON() as { operationName: string }).operationName)
  })
  await page.goto(address(path))
  return (name) => names.filter((one) => one === name).length
}

test('the number of waiting items is read once', async () => {
  const count = await open('')
  await expect.poll(() => count('MostWanted')).toBeGreaterThan(0)
  await watched.page.getByText('Live', { exact: true }).waitFor()
  const before = count('MostWanted')
  // The read that a vote causes is planned after all reads of the opening.
  await run(
    app,
    await tenant.sso({ email: 'voter@people.example', name: 'Voter' }),
    `mutation { castVote(input: { id: "post_${post}" }) { post { id } } }`,
  )
  await expect.poll(() => count('MostWanted')).toBeGreaterThan(before)
  expect(count('ModerationCounts')).toBe(1)
})

test('similar posts are searched once', async () => {
  const count = await open(`/posts/post_${post}`)
  await watched.page.getByRole('region', { name: 'Similar posts' }).waitFor()
  // The page reads its comments together with what its other parts need.
  await expect.poll(() => count('PostComments')).toBe(1)
  expect(count('PostDuplicates')).toBe(1)
})
