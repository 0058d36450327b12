import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, watchFaults, type WatchedPage } from '../support/browser.ts'
import { tileText } from '../support/dashboard.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { middayZone } from '../support/midday-zone.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let first: WatchedPage
let second: WatchedPage

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  first = await browser.open({ viewport: { width: 1360, height: 1000 }, timezoneId: middayZone() })
  await enterConsole(first.page, `${app.url}/console/${tenant.organization.slug}`, tenant.admin)
  await first.page.getByRole('button', { name: 'Hide these steps' }).click()
  const page = await first.page.context().newPage()
  second = { page, faults: watchFaults(page) }
  await page.goto(first.page.url())
})

/** Sends a REST request that succeeds. Returns its body. */
async function send(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

const inBothTabs = async (tile: string, text: RegExp) => {
  for (const { page } of [first, second]) await expect.poll(() => tileText(page, tile)).toMatch(text)
}

test('a post, a vote, a comment, a status and a deletion each move their tile in both tabs', async () => {
  await inBothTabs('Open posts', /^0/)
  const { id } = await send('POST', '/feature_requests', { title: 'Dark mode', description: 'At night' })
  await inBothTabs('Open posts', /^1 1 new today.*Submitted 1/)
  await inBothTabs('Most wanted', /^Votes: 1 Dark mode Submitted/)
  await inBothTabs('Happening now', /New post Dark mode/)

  await send('POST', '/votes_on_behalf', {
    feature_request_id: id,
    by_email: tenant.admin.email,
    email: 'ada@people.example',
  })
  await inBothTabs('Most wanted', /^Votes: 2 Dark mode/)
  await inBothTabs('Daily activity', /^Votes Posts Comments 2 None in the previous 14 days/)

  await send('POST', '/comments', { feature_request_id: id, comment: 'We need this' })
  await inBothTabs('Latest comments', /on Dark mode.*We need this/)

  await send('PATCH', `/feature_requests/${id}`, { status: 'completed' })
  await inBothTabs('Open posts', /^0.*Completed 1/)
  await inBothTabs('Most wanted', /No open posts yet/)

  await send('DELETE', `/feature_requests/${id}`)
  await inBothTabs('Open posts', /Completed 0/)
  await inBothTabs('Most wanted', /No open posts yet/)
  await inBothTabs('Latest comments', /No comments yet/)
  await inBothTabs('Happening now', /Post deleted Dark mode/)
  expect([...first.faults, ...second.faults]).toEqual([])
})

test('a post that waits for approval is approved on the dashboard', async () => {
  const { id } = await send('POST', '/feature_requests', {
    title: 'Voice notes',
    description: 'While driving',
    approval_status: 'pending',
  })
  await inBothTabs('Waiting for approval', /^1 post · 0 comments Post Voice notes/)
  await first.page.getByRole('button', { name: 'Approve “Voice notes”' }).click()
  await inBothTabs('Waiting for approval', /^0 posts/)
  const stored = await send('GET', `/feature_requests/${id}`)
  expect(stored.approval_status).toBe('approved')
  expect([...first.faults, ...second.faults]).toEqual([])
})

test('new rows wait while the list is paused', async () => {
  const list = first.page.getByRole('region', { name: 'Happening now' })
  // Announcements for screen readers, which are in the region too, do not wait.
  const rows = list.getByRole('list')
  await list.getByRole('button', { name: 'Pause' }).click()
  await send('POST', '/feature_requests', { title: 'Held back', description: 'x' })
  await list.getByRole('button', { name: '1 new' }).waitFor()
  expect(await rows.innerText()).not.toContain('Held back')
  await list.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => rows.innerText()).toContain('Held back')
})

test('the range is in the address and survives a reload', async () => {
  const { page } = first
  await page.getByLabel('Range').selectOption('30')
  await page.waitForURL(/[?]days=30$/)
  await page.reload()
  expect(await page.getByLabel('Range').inputValue()).toBe('30')
  await expect.poll(() => tileText(page, 'Daily activity')).toMatch(/previous 30 days/)
})

test('each day has a bar that can be seen, in the longest range and on a phone', async () => {
  const { page } = first
  const narrowest = () =>
    page.evaluate<number>(
      "Math.min(...[...document.querySelectorAll('figure i')].map((bar) => bar.getBoundingClientRect().width))",
    )
  for (const [days, width] of [
    ['90', 1360],
    ['90', 390],
    ['30', 390],
    ['7', 1360],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 })
    await page.getByLabel('Range').selectOption(days)
    await expect.poll(() => page.locator('figure i').count()).toBe(Number(days))
    expect(await narrowest()).toBeGreaterThan(1)
  }
  await page.setViewportSize({ width: 1360, height: 1000 })
})

test('a webhook and its failures are shown to admins, and not to other members', async () => {
  const created = await app.graphql(
    'mutation { createWebhook(input: { url: "https://hooks.example/x", name: "Zapier", events: [POST_CREATED] }) { webhook { id } } }',
    {},
    tenant.admin.session,
  )
  expect(created.body.data.createWebhook.webhook.id).toMatch(/^whk_/)
  await first.page.reload()
  await expect
    .poll(() => tileText(first.page, 'Webhooks'))
    .toMatch(/^1 healthy · 0 failing · 0 off Zapier Nothing sent in 24 hours Healthy/)

  const member = await tenant.member('member')
  await givePassword(app, [member])
  const { page, faults } = await browser.open()
  await enterConsole(page, `${app.url}/console/${tenant.organization.slug}`, member)
  await page.getByRole('region', { name: 'Happening now' }).waitFor()
  expect(await page.getByRole('region', { name: 'Webhooks' }).count()).toBe(0)
  expect(faults).toEqual([])
})
