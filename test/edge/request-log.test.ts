import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../../src/lib/log/logger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { DEADLINE_MS } from '../support/deadline.ts'

let app: TestApp
let tenant: Tenant
const written: string[] = []

beforeAll(async () => {
  const log = createLogger('info', { destination: { write: (line) => written.push(line) } })
  app = await startApp({ log })
  tenant = await createTenant(app)
})
beforeEach(() => void (written.length = 0))
afterAll(() => app.stop())

type Line = Record<string, unknown>
const lines = () => written.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === 'request')

/** The line of the request with this id, once it is written. */
const lineOf = (id: string) =>
  vi.waitUntil(() => lines().find(({ requestId }) => requestId === id), { timeout: DEADLINE_MS, interval: 5 })

const get = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  (await fetch(app.url + path, { headers, ...init })).text()

const key = () => tenant.key

test('a request is one line with method, route, status, time, organization and id', async () => {
  await get('/api/v3/feature_requests/999999?code=abc', { ...key(), 'X-Request-Id': 'one' })
  const line = await lineOf('one')
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    msg: 'request',
    method: 'GET',
    route: '/api/v3/feature_requests/:id',
    status: 404,
    ms: expect.any(Number),
    organization: tenant.organization.id,
    requestId: 'one',
  })
  expect(lines()).toHaveLength(1)
})

test('a cached response is logged like a computed one', async () => {
  for (const id of ['first', 'second', 'third', 'fourth'])
    await get('/api/v3/buckets', { ...key(), 'X-Request-Id': id })
  const [first, ...others] = await Promise.all(['first', 'second', 'third', 'fourth'].map(lineOf))
  for (const line of others)
    expect({ ...line, time: 0, ms: 0, requestId: 0 }).toEqual({ ...first, time: 0, ms: 0, requestId: 0 })
  expect(lines()).toHaveLength(4)
})

test('a GraphQL request, a refused credential and an unknown path are logged', async () => {
  const post = { method: 'POST', body: JSON.stringify({ query: '{ __typename }' }) }
  const json = { 'Content-Type': 'application/json' }
  await get('/graphql', { ...key(), ...json, 'X-Request-Id': 'graphql' }, post)
  await get('/api/v3/buckets', { 'API-KEY': 'wrong', 'X-Request-Id': 'refused' })
  await get('/nowhere/secret-path', { 'X-Request-Id': 'unknown' })
  expect(await lineOf('graphql')).toMatchObject({
    method: 'POST',
    route: '/graphql',
    status: 200,
    organization: tenant.organization.id,
  })
  expect(await lineOf('refused')).toMatchObject({ route: '/api/v3/buckets', status: 401, organization: null })
  expect(await lineOf('unknown')).toMatchObject({ route: null, status: 404, organization: null })
})

test.each([
  ['/console/posts', '/console/*', 200],
  ['/console', '/console/*', 200],
  ['/console/assets/none.js', '/console/*', 404],
  ['/docs', '/docs', 200],
  ['/', '/', 302],
])('a request for %s has the route %s', async (path, route, status) => {
  const id = `page${path.replaceAll('/', '-')}`
  await fetch(app.url + path, { headers: { 'X-Request-Id': id }, redirect: 'manual' })
  expect(await lineOf(id)).toMatchObject({ route, status })
})

test('a page of a portal has a route with a parameter for its slug, also from the cache', async () => {
  const portal = await createTenant(app)
  for (const id of ['portal-1', 'portal-2', 'portal-3']) {
    await get(`/@${portal.organization.slug}/roadmap`, { 'X-Request-Id': id })
    expect(await lineOf(id)).toMatchObject({ route: expect.stringMatching(/^\/@:slug\/roadmap/) })
  }
})

test('a request whose client disconnects is logged', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Request-Id: cut\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
  )
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
  socket.end()
  expect(await lineOf('cut')).toMatchObject({ route: '/graphql' })
})

test('health checks are not logged, and no line contains a secret or a URL', async () => {
  await get('/healthz', { 'X-Request-Id': 'health' })
  await get(`/api/v3/buckets?api_key=${String(Object.values(tenant.key)[0])}`, {
    ...key(),
    Authorization: 'Bearer hunter2',
  })
  await get('/oauth/nowhere?code=hunter2&client_secret=hunter2', { 'X-Request-Id': 'last' })
  await lineOf('last')
  expect(lines()).toHaveLength(2)
  expect(written.join('')).not.toMatch(/hunter2/)
  expect(written.join('')).not.toContain(String(Object.values(tenant.key)[0]))
})

test('a log that excludes info has no line', async () => {
  const quiet: string[] = []
  const log = createLogger('warn', { destination: { write: (line) => quiet.push(line) } })
  const other = await startApp({ beside: app, log })
  await fetch(`${other.url}/api/v3/buckets`, { headers: key() })
  await other.stop()
  expect(quiet).toEqual([])
})
