import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { run } from '../support/clients/operations.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { stopClock } from '../support/clock.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIMIT = 20
const app = useApp({ rateLimitPerMinute: LIMIT, trustedProxies: ['127.0.0.1'] })
const tenant = useTenant(app, 'acme')
const lines: string[] = []
let below: TestApp
let preview: string
let addresses = 0

beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  below = await startApp({ beside: app, publicUrl: 'https://example.com/feedback', log })
  await openPortal(app, tenant)
  await givePassword(app, [tenant.admin])
  await createTenant(app)
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Soon", description: "<p>Soon</p>" }) { changelog { previewUrl } } }',
  )
  preview = new URL(createChangelog.changelog.previewUrl).pathname
})
afterAll(() => below.stop())
// The minute of a limit does not end during a test.
beforeEach(stopClock)

test('the public pages of one address are limited, also from the cache, and those of others and of people are not', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address, Accept: 'text/html' })
  const statuses: number[] = []
  for (let count = 0; count <= LIMIT; count++)
    statuses.push((await open(app, '/@acme', from('192.0.2.1'))).status)
  expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), 429])
  const refused = await open(app, '/@acme/p/none', from('192.0.2.1'))
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Too many requests') })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await open(app, '/sign-in', from('192.0.2.1'))).status).toBe(429)
  expect((await open(app, '/@acme', from('192.0.2.2'))).status).toBe(200)
  const person = new PageVisitor(app)
  await person.signIn(tenant.admin.email, PASSWORD)
  expect((await person.open('/@acme', from('192.0.2.1'))).status).toBe(200)
})

test.each([
  ['the door page', () => '/', 200],
  ['the style sheet', () => '/@acme/theme.css', 200],
  ['a preview', () => preview, 200],
])('%s counts for its address', async (_what, pathOf, status) => {
  const from = { 'X-Forwarded-For': `198.51.100.${++addresses}`, Accept: 'text/html' }
  const statuses: number[] = []
  for (let count = 0; count <= LIMIT; count++) statuses.push((await open(app, pathOf(), from)).status)
  expect(statuses).toEqual([...Array<number>(LIMIT).fill(status), 429])
})

test('with a path in the public URL there are no console and no portals, as a line at the start states', async () => {
  expect(lines.filter((line) => line.includes('the console and the portals are off'))).toHaveLength(1)
  for (const path of ['/@acme', '/console', '/widget.js', '/@acme/theme.css'])
    expect(await open(below, path), path).toMatchObject({ status: 404 })
  expect(await open(below, '/api/v3/feature_requests', tenant.key)).toMatchObject({ status: 200 })
})
