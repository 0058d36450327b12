import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { stopClock } from '../support/clock.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIMIT = 200
const app = useApp({ rateLimitPerMinute: LIMIT })
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  stopClock()
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})

test.each(['/@acme', '/@acme/b/feedback', '/@acme/roadmap', '/@acme/p/none', '/@acme/feed.atom'])(
  'an address of more than 2 kB is refused: %s',
  async (path) => {
    const refused = await open(app, `${path}?${'&'.repeat(2_100)}`, { Accept: 'text/html' })
    expect(refused.status).toBe(414)
    expect(refused.text.length).toBeLessThan(5_000)
  },
)

test('unknown and repeated parameters change neither a page nor its links, and are one page in the cache', async () => {
  const plain = await open(app, '/@acme?q=dark')
  app.statements.length = 0
  const others = ['&utm_source=x', `&${'a&'.repeat(900)}`, '&x=%3Cb%3E&y[]=1', '&Q=other'].map(
    (more) => `/@acme?${more.slice(1)}&q=other&q=dark`,
  )
  for (const path of others) {
    const { status, text, headers } = await open(app, path)
    expect([status, text, headers.etag]).toEqual([200, plain.text, plain.headers.etag])
  }
  expect(app.statements.filter((text) => /from "?posts/.test(text))).toEqual([])
})

test('a search for similar posts counts as five requests', async () => {
  const left = async (path: string) =>
    Number(/r=(\d+)/.exec(String((await open(app, path)).headers.ratelimit))?.[1])
  const before = await left('/@acme/roadmap')
  expect(await left('/@acme/similar.json?title=dark')).toBe(before - 5)
  expect(await left('/@acme/similar.json?title=dark')).toBe(before - 10)
})
