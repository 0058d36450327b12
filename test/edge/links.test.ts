import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { useApp } from '../support/use.ts'

const PROXY = '127.0.0.9'
const FORWARDED = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'feedback.example' }

const app = useApp()
let behind: TestApp
let pinned: TestApp
let tenant: Tenant

beforeAll(async () => {
  behind = await startApp({ beside: app, trustedProxies: ['10.0.0.0/8', PROXY] })
  pinned = await startApp({ beside: app, publicUrl: 'https://feedback.example/here' })
  tenant = await createTenant(app)
  for (const title of ['one', 'two'])
    await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
})
afterAll(async () => {
  await Promise.all([behind.stop(), pinned.stop()])
})

const PATH = '/api/v3/feature_requests?per_page=1'

/** The URL of the next page, requested often enough to be cached. */
async function next(to: TestApp, address: string, headers: Record<string, string> = {}): Promise<string[]> {
  const found = new Set<string>()
  for (let times = 0; times < 4; times++) {
    const answer = await sendFrom(address, to, { path: PATH, headers: { ...tenant.key, ...headers } })
    found.add(/^<([^>]*)>; rel="next"$/.exec(String(answer.headers.link))?.[1] ?? '')
  }
  return [...found]
}

const query = '/api/v3/feature_requests?per_page=1&page=2'

test('the link to the next page is an absolute URL of the requested host', async () => {
  expect(await next(app, '127.0.0.1', { Host: 'localhost:4000' })).toEqual([`http://localhost:4000${query}`])
  expect(await next(app, '127.0.0.1')).toEqual([`http://127.0.0.1:${new URL(app.url).port}${query}`])
})

test('accepts scheme and host from a trusted proxy and from no other client', async () => {
  expect(await next(behind, PROXY, FORWARDED)).toEqual([`https://feedback.example${query}`])
  const own = `http://127.0.0.1:${new URL(behind.url).port}${query}`
  expect(await next(behind, '127.0.0.2', FORWARDED)).toEqual([own])
  expect(await next(app, PROXY, FORWARDED)).toEqual([`http://127.0.0.1:${new URL(app.url).port}${query}`])
})

test('does not repeat a host that forms no URL', async () => {
  expect(await next(app, '127.0.0.1', { Host: 'a"b>c' })).toEqual([`${app.url}${query}`])
})

test('PUBLIC_URL is the base for every requested host', async () => {
  const expected = [`https://feedback.example/here${query}`]
  expect(await next(pinned, '127.0.0.1', { Host: 'elsewhere.example' })).toEqual(expected)
  expect(await next(pinned, '127.0.0.1', FORWARDED)).toEqual(expected)
})

/**
 * The next page of a list whose address has this query, as a client with the usual limit of 16 kB of headers reads it.
 */
async function linkOf(parameters: string, path = '/api/v3/feature_requests'): Promise<string | undefined> {
  const { status, headers } = await sendFrom('127.0.0.1', app, {
    path: `${path}?per_page=1&${parameters}`,
    headers: tenant.key,
  })
  expect(status).toBe(200)
  return /^<([^>]*)>; rel="next"$/.exec(String(headers.link))?.[1]
}

test.each([
  ['page=1&sort=new', 'sort=new&page=2'],
  ['%70age=1', 'page=2'],
  ['&&unknown', 'unknown&page=2'],
  ["note=it's,(a)!~b@c:d/e", "note=it's,(a)!~b@c:d/e&page=2"],
  ['note=a+b%20c%2Cd', 'note=a+b%20c%2Cd&page=2'],
  ['note=a?b&sort=new', 'note=a?b&sort=new&page=2'],
  ['note=<a>"{b}', 'note=%3Ca%3E%22%7Bb%7D&page=2'],
])('the next page of a list asked with %s is asked with %s', async (sent, repeated) => {
  expect(await linkOf(sent)).toBe(`${app.url}/api/v3/feature_requests?per_page=1&${repeated}`)
})

test('an address with scheme and host is repeated once', async () => {
  const target = await linkOf('sort=new', 'http://elsewhere.example/api/v3/feature_requests')
  expect(target).toBe(`${app.url}/api/v3/feature_requests?per_page=1&sort=new&page=2`)
})

test('an address that does not fit into a Link header is refused, and the longest that fits leads on', async () => {
  const path = '/api/v3/feature_requests?per_page=1&note='
  const send = (query: string) =>
    sendFrom('127.0.0.1', app, { path: path + query, headers: { ...tenant.key } })
  const longest = "'(,)".repeat(4_000).slice(0, 12_000 - path.length)
  for (let times = 0; times < 3; times++)
    expect((await send(longest)).headers.link).toBe(`<${app.url}${path}${longest}&page=2>; rel="next"`)
  for (const query of [`${longest}x`, '"'.repeat(5_000), '<>'.repeat(7_500)])
    expect(await send(query)).toMatchObject({
      status: 414,
      body: { success: false, status: 414, error: 'ERROR_CODE_URI_TOO_LONG' },
    })
})

test('no other address is repeated in a header', async () => {
  const filler = 'x'.repeat(15_000)
  for (const path of ['/docs/assets', '/docs', '/', '/nowhere', '/oauth/authorize', '/api/v3/nowhere']) {
    const response = await fetch(`${app.url}${path}?${filler}`, { redirect: 'manual' })
    expect(Math.max(...[...response.headers.values()].map(({ length }) => length))).toBeLessThan(1_000)
  }
})
