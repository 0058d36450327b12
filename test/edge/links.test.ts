import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/scenario.ts'
import { sendFrom } from '../support/send-from.ts'

const PROXY = '127.0.0.9'
const FORWARDED = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'feedback.example' }

let app: TestApp
let behind: TestApp
let pinned: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  behind = await startApp({ beside: app, trustedProxies: ['10.0.0.0/8', PROXY] })
  pinned = await startApp({ beside: app, publicUrl: 'https://feedback.example/here' })
  tenant = await createTenant(app)
  for (const title of ['one', 'two'])
    await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
})
afterAll(async () => {
  await Promise.all([behind.stop(), pinned.stop()])
  await app.stop()
})

const PATH = '/api/v3/feature_requests?per_page=1'

/** The target of the next page, asked for often enough that it is kept. */
async function next(to: TestApp, address: string, headers: Record<string, string> = {}): Promise<string[]> {
  const found = new Set<string>()
  for (let times = 0; times < 4; times++) {
    const answer = await sendFrom(address, to, { path: PATH, headers: { ...tenant.key, ...headers } })
    found.add(/^<([^>]*)>; rel="next"$/.exec(String(answer.headers.link))?.[1] ?? '')
  }
  return [...found]
}

const query = '/api/v3/feature_requests?per_page=1&page=2'

test('the next page is an absolute address of the host that was asked', async () => {
  expect(await next(app, '127.0.0.1', { Host: 'localhost:4000' })).toEqual([`http://localhost:4000${query}`])
  expect(await next(app, '127.0.0.1')).toEqual([`http://127.0.0.1:${new URL(app.url).port}${query}`])
})

test('what a trusted proxy says of scheme and host counts, and what anybody else says does not', async () => {
  expect(await next(behind, PROXY, FORWARDED)).toEqual([`https://feedback.example${query}`])
  const own = `http://127.0.0.1:${new URL(behind.url).port}${query}`
  expect(await next(behind, '127.0.0.2', FORWARDED)).toEqual([own])
  expect(await next(app, PROXY, FORWARDED)).toEqual([`http://127.0.0.1:${new URL(app.url).port}${query}`])
})

test('a host that makes no address is not repeated', async () => {
  expect(await next(app, '127.0.0.1', { Host: 'a"b>c' })).toEqual([`${app.url}${query}`])
})

test('PUBLIC_URL is the base whatever host was asked', async () => {
  const expected = [`https://feedback.example/here${query}`]
  expect(await next(pinned, '127.0.0.1', { Host: 'elsewhere.example' })).toEqual(expected)
  expect(await next(pinned, '127.0.0.1', FORWARDED)).toEqual(expected)
})
