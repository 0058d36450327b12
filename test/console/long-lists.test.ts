import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { tileText } from '../support/dashboard.ts'
import { addManyPosts, addManyWebhooks } from '../support/fixtures/long-lists.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
/** Posts of the organization, more than a page of each list has. */
const POSTS = 120
const TAGS = 250
let desk: WatchedPage
let ids: number[]

const address = (path = '') => `${app.url}/console/${tenant.organization.slug}${path}`
const sql = (text: string, values: unknown[]) => app.database.pool.query(text, values)

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  ids = await addManyPosts(app, tenant, POSTS)
  desk = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(desk.page, address('/settings'), tenant.admin)
})

/** Counts the operations of a name that the page sends from now on. */
function countOperations(page: Page, name: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.postData()?.includes(`"operationName":"${name}"`)) count++
  })
  return () => count
}

test('the dashboard counts every webhook, and shows failing ones that are older than all others', async () => {
  const { page, faults } = desk
  await addManyWebhooks(app, tenant, { count: 70, failing: 3, off: 7 })
  await page.goto(address())
  await expect
    .poll(() => tileText(page, 'Webhooks'))
    .toMatch(/^60 healthy · 3 failing · 7 off Hook 003 .*Hook 001/)
  expect(faults).toEqual([])
})

test('a column of a roadmap shows that it has more posts until all are read', async () => {
  const { page, faults } = desk
  const roadmap = await roadmapCalls(app, tenant).create({ title: 'Everything' })
  await sql(
    `insert into roadmap_posts (organization_id, roadmap_id, post_id, position)
      select $1, $2, id, id from unnest($3::int[]) id`,
    [tenant.organization.id, Number(roadmap.split('_')[1]), ids],
  )
  await page.goto(address(`/roadmaps/${roadmap}`))
  await page.getByLabel('at least 100 posts').waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByLabel(`${POSTS} posts`).waitFor()
  expect(faults).toEqual([])
})

test('every post that was merged into a post is shown, and the last one is given back', async () => {
  const { page, faults } = desk
  const [parent = 0, ...children] = ids
  const merged = children.slice(0, 70)
  await sql('update posts set merged_into_id = $1 where id = any($2)', [parent, merged])
  await sql(
    `insert into post_merges (organization_id, child_id, parent_id, merged_by_id, voter_ids, comment_ids, subscriber_ids)
      select $1, id, $2, $3, '{}', '{}', '{}' from unnest($4::int[]) id`,
    [tenant.organization.id, parent, tenant.admin.id, merged],
  )
  await page.goto(address(`/posts/post_${parent}`))
  const section = page.getByRole('region', { name: 'Merged into this post' })
  const lines = section.getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(30)
  for (const count of [50, 70]) {
    await section.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => lines.count()).toBe(count)
  }
  expect(await section.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  await lines
    .last()
    .getByRole('button', { name: /^Unmerge/ })
    .click()
  await expect.poll(() => lines.count()).toBe(69)
  expect(faults).toEqual([])
})

test('tags behind the first hundred are read when their list opens, which shows 200 of them', async () => {
  const { page, faults } = desk
  await sql(
    `insert into tags (organization_id, name, color)
      select $1, 'Tag ' || lpad(n::text, 3, '0'), '#112233' from generate_series(1, $2) n`,
    [tenant.organization.id, TAGS],
  )
  const further = countOperations(page, 'MorePostChoices')
  await page.goto(address('/posts'))
  await page.getByRole('list', { name: 'Posts' }).getByRole('link').first().waitFor()
  expect(further()).toBe(0)
  await page.getByRole('button', { name: 'Tags' }).click()
  await page.getByText('50 more. Search to find them.').waitFor()
  expect(await page.getByRole('listbox', { name: 'Tags' }).getByRole('option').count()).toBe(200)
  expect(further()).toBe(2)
  await page.getByRole('combobox', { name: 'Search' }).fill('Tag 250')
  await page.getByRole('option', { name: 'Tag 250' }).click()
  await page.waitForURL(/tag=tag_\d+/)
  await page.reload()
  await page.getByRole('button', { name: 'Tags: Tag 250' }).waitFor()
  expect(faults).toEqual([])
})
