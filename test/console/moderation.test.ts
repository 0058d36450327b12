import { beforeAll, expect, test } from 'vitest'
import { enterConsole, keepNotifications, useBrowser } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { holdAnswers, PAINTED } from '../support/hold-answers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()

beforeAll(() => givePassword(app, [tenant.admin]))

const submit = (title: string) =>
  app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title, description: 'x', approval_status: 'pending' },
  })

test('the queue is live, and is worked off by keys with undo', async () => {
  const { page, faults } = await browser.open()
  await keepNotifications(page)
  await enterConsole(page, `${app.url}/console/${tenant.organization.slug}/moderation`, tenant.admin)
  await page.getByText('Nothing waits for approval').waitFor()
  const ids: number[] = []
  for (const title of ['First', 'Second', 'Third']) ids.push((await submit(title)).body.id)
  const link = page.getByRole('link', { name: /^Moderation/ })
  await expect.poll(() => link.innerText()).toContain('3')
  const titles = () =>
    page
      .getByRole('list', { name: /^Waiting/ })
      .getByRole('heading')
      .allInnerTexts()
  await expect.poll(titles).toEqual(['First', 'Second', 'Third'])
  const stored = async (id: number | undefined) =>
    (await app.call('GET', `/api/v3/feature_requests/${id}`, { headers: tenant.key })).body

  await page.keyboard.press('j')
  await page.waitForURL(/item=post_/)
  await page.keyboard.press('a')
  await page.getByText('The post is approved').waitFor()
  expect(await titles()).toEqual(['First', 'Third'])
  await expect.poll(async () => (await stored(ids[1])).approval_status).toBe('approved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(titles).toEqual(['First', 'Second', 'Third'])
  await page.getByRole('button', { name: 'Hide Third' }).click()
  await expect.poll(titles).toEqual(['First', 'Second'])
  await expect.poll(() => link.innerText()).toContain('2')
  expect(faults).toEqual([])
})

test('no item moves while the posts and the comments arrive', async () => {
  const { body } = await submit('Older than the comment')
  const comment = { feature_request_id: body.id, comment: 'Waits', approval_status: 'pending' }
  await app.call('POST', '/api/v3/comments', { headers: tenant.key, body: comment })
  const { page, faults } = await browser.open()
  await enterConsole(page, `${app.url}/console/${tenant.organization.slug}`, tenant.admin)
  for (const [first, second] of [
    ['PendingPosts', 'PendingComments'],
    ['PendingComments', 'PendingPosts'],
  ] as const) {
    const release = await holdAnswers(page, [first, second])
    await page.goto(`${app.url}/console/${tenant.organization.slug}/moderation`)
    await page.getByRole('heading', { name: 'Moderation' }).waitFor()
    const items = page.getByRole('list', { name: /^Waiting/ }).getByRole('heading')
    const answered = page.waitForResponse((one) =>
      (one.request().postData() ?? '').includes(`query ${first}`),
    )
    release(first)
    await answered
    await page.evaluate(PAINTED)
    expect(await items.allInnerTexts()).toEqual([])
    release(second)
    await expect.poll(() => items.allInnerTexts()).toContain('Older than the comment')
    await expect.poll(() => items.count()).toBe(4)
    await page.unrouteAll()
  }
  expect(faults).toEqual([])
})
