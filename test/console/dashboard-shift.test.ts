import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { tileText } from '../support/dashboard.ts'
import { holdAnswers, PAINTED } from '../support/hold-answers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
/** Collects each layout shift: its value and the first characters of each element that moved. */
const OBSERVE = `
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push(value + ' ' + sources.map(({ node }) => (node?.textContent ?? '').slice(0, 30)).join(', '))
}).observe({ type: 'layout-shift', buffered: true })
`

/** Answers in the order in which they arrive, those of lower tiles before those of upper ones. */
const ORDER: [operation: string, tile: string, text: RegExp][] = [
  ['LatestComments', 'Latest comments', /We need this/],
  ['DashboardActivity', 'Daily activity', /As a table/],
  ['WebhookHealth', 'Webhooks', /Nothing sent/],
  ['StatusCounts', 'Open posts', /Submitted/],
  ['MostWanted', 'Most wanted', /Dark mode/],
  ['Waiting', 'Waiting for approval', /Idea 3/],
]

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  const send = (path: string, body: object) =>
    app.call('POST', `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
  const { body } = await send('/feature_requests', { title: 'Dark mode', description: 'x' })
  await send('/comments', { feature_request_id: body.id, comment: 'We need this' })
  for (let number = 1; number <= 3; number++)
    await send('/feature_requests', {
      title: `Idea ${number}`,
      description: 'x',
      approval_status: 'pending',
    })
  await app.graphql(
    'mutation { createWebhook(input: { url: "https://hooks.example/x", name: "Zapier", events: [POST_CREATED] }) { webhook { id } } }',
    {},
    tenant.admin.session,
  )
})

test.each([1360, 390])('no tile of the dashboard moves, in any order of the reads: %i px', async (width) => {
  const { page, faults } = await browser.open({ viewport: { width, height: 1200 } })
  await enterConsole(page, `${app.url}/console/${tenant.organization.slug}`, tenant.admin)
  await page.addInitScript(OBSERVE)
  const release = await holdAnswers(page, ['Shell', ...ORDER.map(([name]) => name)])
  await page.reload()
  await page.getByRole('navigation').first().waitFor({ state: 'attached' })
  await page.evaluate(PAINTED)
  release('Shell')
  await page
    .getByRole('region', { name: 'Latest comments', includeHidden: true })
    .waitFor({ state: 'attached' })
  await page.evaluate(PAINTED)
  for (const [name, tile, text] of ORDER) {
    release(name)
    await expect
      .poll(() => page.getByRole('region', { name: tile, includeHidden: true }).textContent())
      .toMatch(text)
    await page.evaluate(PAINTED)
  }
  for (const [, tile, text] of ORDER) await expect.poll(() => tileText(page, tile)).toMatch(text)
  expect(await page.evaluate('shifts')).toEqual([])
  expect(faults).toEqual([])
})
