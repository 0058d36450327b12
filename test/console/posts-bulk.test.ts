import { beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openInbox, type Inbox } from '../support/inbox.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const POSTS = 100
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(app, tenant, browser, 1)
  await app.database.pool.query(
    `insert into posts (organization_id, slug, title, bucket_id, status_id, submitter_id, preview, created_at)
      select organization_id, 'idea-' || n, 'Idea ' || n, bucket_id, status_id, submitter_id, '', created_at + n * interval '1 second'
      from posts, generate_series(2, $1::int) n`,
    [POSTS],
  )
})

/** Numbers of posts by their status. */
async function statuses(): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<{ slug: string; count: string }>(
    'select s.slug, count(*) from posts p join statuses s on s.id = p.status_id group by s.slug',
  )
  return Object.fromEntries(rows.map(({ slug, count }) => [slug, Number(count)]))
}

test('a hundred posts are selected as a range, changed at once, and taken back by Undo', async () => {
  const { page, faults, toasts } = inbox
  await page.goto(`${inbox.address}?order=oldest`)
  const before = await statuses()
  expect(Object.values(before)).toEqual([POSTS])
  await page.getByRole('checkbox', { name: 'Select “Idea 1”', exact: true }).check()
  const last = page.getByRole('checkbox', { name: `Select “Idea ${POSTS}”`, exact: true })
  await page.getByRole('button', { name: 'Load more' }).click()
  await last.click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Actions for the chosen posts' })
  await bar.getByText(`${POSTS} selected`).waitFor()
  await bar.getByRole('button', { name: /^Status/ }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await toasts.getByText(`${POSTS} posts are now Completed`).waitFor()
  expect(await statuses()).toEqual({ completed: POSTS })
  await toasts.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(statuses).toEqual(before)
  expect(faults).toEqual([])
})

test('a view keeps its filters and order under a name, with markup as text, until it is forgotten', async () => {
  const { page, faults } = inbox
  const name = '<img src=x onerror=alert(1)>'
  const views = page.locator('summary', { hasText: 'Views' })
  const search = page.getByRole('searchbox', { name: 'Search posts' })
  await page.goto(`${inbox.address}?order=oldest&q=Idea`)
  await page.locator('[data-post]').first().waitFor()
  await views.click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the view').fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.goto(inbox.address)
  await views.click()
  await page.getByRole('link', { name }).click()
  await page.waitForURL(/order=oldest/)
  // The address changes before the page.
  await expect.poll(() => search.inputValue()).toBe('Idea')
  await expect.poll(() => page.getByLabel('Order').inputValue()).toBe('oldest')
  expect(await page.locator('img[src=x]').count()).toBe(0)
  await page.reload()
  await views.click()
  await page.getByRole('button', { name: `Forget “${name}”` }).click()
  await page.reload()
  await views.click()
  await page.getByRole('button', { name: 'Save this view' }).waitFor()
  expect(await page.getByRole('link', { name }).count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(['{', '[null,1,{"name":7}]', '[{"name":"x","search":{"order":"no","q":{"a":1}}}]', '{"a":1}'])(
  'stored views that are %s do not stop the page',
  async (stored) => {
    const { page, faults } = inbox
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `echolog.views.${tenant.organization.slug}`,
      stored,
    ] as const)
    await page.goto(inbox.address)
    await page.locator('summary', { hasText: 'Views' }).click()
    await page.getByRole('button', { name: 'Save this view' }).waitFor()
    expect(faults).toEqual([])
  },
)
