import type { IncomingHttpHeaders } from 'node:http'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const lines: string[] = []
const log = pino({}, { write: (line: string) => void lines.push(line) })
const app = useApp({ log })
const tenant = useTenant(app, 'acme')
const HOST = 'ideas.acme.example'
const EACH_TIME = new Set(['date', 'x-request-id'])

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})

/** Returns the headers that do not differ between two responses, and the seconds of no quota. */
const lasting = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !EACH_TIME.has(name))
      .map(([name, value]) => [name, name === 'ratelimit' ? 'counted' : value]),
  )

test.each([
  ['/@acme', {}],
  ['/@acme/p/dark-mode', { 'Accept-Language': 'de, en;q=0.5' }],
  ['/@acme/p/dark-mode?lang=ar', { 'Accept-Encoding': 'identity' }],
  ['/@acme/changelog.atom', {}],
  ['/@acme/widget', {}],
  ['/@acme/widget.json', { Origin: 'https://shop.example' }],
  ['/@acme/p/none', {}],
  ['/@ACME', {}],
])('a page that is sent again has the same status, headers and body: %s', async (path, headers) => {
  const first = await open(app, path, headers)
  for (let again = 0; again < 2; again++) {
    const next = await open(app, path, headers)
    expect([next.status, next.text]).toEqual([first.status, first.text])
    expect(lasting(next.headers)).toEqual(lasting(first.headers))
    expect(next.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  }
})

test('a language and an encoding have their own page', async () => {
  for (let again = 0; again < 2; again++)
    for (const language of ['de', 'fr']) {
      const page = await open(app, '/@acme/roadmap', { 'Accept-Language': language })
      expect(page.headers['content-language']).toBe(language)
      const response = await fetch(`${app.url}/@acme/roadmap`, {
        headers: { 'Accept-Language': language, 'Accept-Encoding': 'br' },
      })
      expect(response.headers.get('content-encoding')).toBe('br')
      expect(await response.text()).toBe(page.text)
      const tag = String(response.headers.get('etag'))
      const unchanged = { 'Accept-Language': language, 'Accept-Encoding': 'br', 'If-None-Match': tag }
      expect(await open(app, '/@acme/roadmap', unchanged)).toMatchObject({ status: 304, text: '' })
      expect(await open(app, '/@acme/roadmap', { ...unchanged, 'Accept-Encoding': '' })).toMatchObject({
        status: 200,
      })
    }
})

test('a change is visible in the next request, also that the portal closes', async () => {
  await open(app, '/@acme/p/dark-mode')
  const before = await open(app, '/@acme/p/dark-mode')
  expect(before.text).toContain('Public words')
  const { body } = await app.call('GET', '/api/v3/feature_requests?per_page=100', { headers: tenant.key })
  const { id } = body.feature_requests.find(({ title }: { title: string }) => title === 'Dark mode')
  await app.call('PATCH', `/api/v3/feature_requests/${id}`, {
    headers: tenant.keyAndAdmin,
    body: { title: 'Night theme' },
  })
  expect((await open(app, '/@acme/p/dark-mode')).text).toContain('Night theme')
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  expect((await open(app, '/@acme/p/dark-mode')).text).not.toContain('Night theme')
  await openPortal(app, tenant)
  expect((await open(app, '/@acme/p/dark-mode')).text).toContain('Night theme')
})

test('a person with a session gets their own page beside that of visitors', async () => {
  await open(app, '/@acme')
  const person = new PageVisitor(app)
  await person.signIn(tenant.admin.email, PASSWORD)
  const own = await person.open('/@acme')
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect(own.text).not.toBe((await open(app, '/@acme')).text)
  expect((await open(app, '/@acme')).headers['cache-control']).toBe('private, no-cache')
})

test('an own host has none of the pages of the public address', async () => {
  await openPortal(app, tenant, { portalUrl: `https://${HOST}` })
  const visited = await open(app, '/@acme/roadmap')
  expect((await open(app, '/@acme/roadmap')).status).toBe(visited.status)
  expect((await open(app, '/@acme/roadmap', { host: HOST })).status).toBe(404)
  await openPortal(app, tenant, { portalUrl: null })
})

test('each request is logged with its route, and counted', async () => {
  const duration = async () =>
    /echolog_http_request_duration_seconds_count\{method="GET",part="other",status="200"\} (\d+)/.exec(
      (await app.call('GET', '/metrics')).text,
    )?.[1]
  await open(app, '/@acme/b/none?log=1')
  const before = Number(await duration())
  lines.length = 0
  for (let count = 0; count < 3; count++) await open(app, '/@acme')
  await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(3)
  const facts = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const { method, route, status, organization } of facts)
    expect([method, route, status, organization]).toEqual(['GET', '/@:slug', 200, null])
  await expect.poll(async () => Number(await duration()) - before).toBeGreaterThanOrEqual(3)
})
