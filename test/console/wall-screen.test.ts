import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { tileText } from '../support/dashboard.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const DAY_MS = 86_400_000
let screen: WatchedPage

const address = () => `${app.url}/console/${tenant.organization.slug}`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  await createPost(app, tenant, 'Dark mode')
  screen = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(screen.page, `${address()}/settings`, tenant.admin)
})

test('a subscription that the server refuses while its database is away is sent again', async () => {
  const { page, faults } = screen
  let refused = 0
  await page.routeWebSocket('**/graphql', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const { type, id, payload } = JSON.parse(String(message)) as {
        type: string
        id?: string
        payload?: { query?: string }
      }
      const isRefused = type === 'subscribe' && payload?.query?.includes('statusCounts') && refused === 0
      if (!isRefused) return server.send(message)
      refused++
      const errors = [{ message: 'The database is away', extensions: { code: 'UNAVAILABLE' } }]
      socket.send(JSON.stringify({ id, type: 'error', payload: errors }))
    })
  })
  await page.goto(address())
  await expect.poll(() => tileText(page, 'Open posts')).toMatch(/^1 .*Submitted 1/)
  expect(refused).toBe(1)
  expect(faults).toEqual([])
})

test('events have their day once it is over, and today has none of them', async () => {
  const { page, faults } = screen
  await page.reload()
  const time = page.getByRole('region', { name: 'Happening now' }).getByRole('listitem').locator('time')
  await expect.poll(() => time.first().innerText()).toMatch(/^\d\d:\d\d:\d\d$/)
  await page.clock.setFixedTime(Date.now() + DAY_MS)
  // A page that is shown again looks at the clock.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => time.first().innerText()).toMatch(/^[A-Z][a-z]{2} \d+$/)
  expect(faults).toEqual([])
})
