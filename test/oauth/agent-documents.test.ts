import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent, consentToAgent, newProof, startDocuments } from '../support/clients/agents.ts'
import { countOf } from '../support/clients/oauth.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { advanceClock } from '../support/clock.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const REDIRECT = 'http://localhost:5050/callback'
let server: Awaited<ReturnType<typeof startDocuments>>
let app: TestApp
let target: Tenant

beforeAll(async () => {
  server = await startDocuments()
  app = await startApp({ fetchClientDocument: server.fetchClientDocument, trustedProxies: 1 })
  target = await createTenant(app)
})

afterAll(async () => {
  await app.stop()
  await server.stop()
})

let next = 0
/** Offers a document at a new address. */
const offer = (change: (client_id: string) => Served): string => {
  const client_id = `https://agent-${++next}.example/client.json`
  server.documents.set(client_id, change(client_id))
  return client_id
}
const right = (client_id: string) => ({
  client_id,
  client_name: 'Agent',
  redirect_uris: ['http://localhost/callback'],
})
let network = 0
/** Asks from a network of its own. */
const askAnew = async (client_id: string, redirect_uri = REDIRECT) => {
  const headers = { ...target.admin.session, 'X-Forwarded-For': `198.18.${++network}.1` }
  const query = new URLSearchParams({ client_id, redirect_uri, ...newProof().challenge })
  const { status, body } = await app.call('GET', `/oauth/authorize?${query.toString()}`, { headers })
  return { status, error: body.error }
}
const REFUSED = { status: 400, error: 'invalid_client' }

type Served = Parameters<typeof server.documents.set>[1]
/** Answers the request for a document with a text. */
const sent =
  (text: string, headers: Record<string, string> = {}): Served =>
  (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(text)

test.each<[string, (client_id: string) => Served]>([
  ['of another client', () => right('https://other.example/client.json')],
  ['with a secret', (id) => ({ ...right(id), token_endpoint_auth_method: 'client_secret_basic' })],
  ['with a secret in it', (id) => ({ ...right(id), client_secret: 'x' })],
  ['without redirect URIs', (id) => ({ ...right(id), redirect_uris: [] })],
  [
    'with redirect URIs that are no texts',
    (id) => ({ ...right(id), redirect_uris: [['http://localhost/callback']] }),
  ],
  [
    'with 21 redirect URIs',
    (id) => ({
      ...right(id),
      redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`),
    }),
  ],
  ['that runs code', (id) => ({ ...right(id), redirect_uris: ['javascript://x/%0aalert(1)'] })],
  ['of a web application on this computer', (id) => ({ ...right(id), application_type: 'web' })],
  ['that is a list', () => []],
  ['that is null', () => sent('null')],
  ['that is HTML', (id) => sent(JSON.stringify(right(id)), { 'Content-Type': 'text/html' })],
  ['whose name rearranges the text around it', (id) => ({ ...right(id), client_name: 'a\u202Eb' })],
  ['that is no JSON', () => sent('{')],
  ['of 65 kB', (id) => sent(JSON.stringify({ ...right(id), x: 'x'.repeat(66_000) }))],
  [
    'elsewhere, behind a redirect',
    () => (_request, response) => response.writeHead(302, { Location: 'https://127.0.0.1/' }).end(),
  ],
  [
    'that breaks off',
    () => (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{')
      response.destroy()
    },
  ],
])('refuses a document %s', async (_name, change) => {
  const before = await countOf(app, 'oauth_apps')
  expect(await askAnew(offer(change))).toEqual(REFUSED)
  expect(await countOf(app, 'oauth_apps')).toBe(before)
})

test('refuses a document that takes longer than 5 seconds', async () => {
  const began = performance.now()
  const slow = offer(
    () => (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
  )
  expect(await askAnew(slow)).toEqual(REFUSED)
  expect(performance.now() - began).toBeGreaterThan(4_900)
})

test.each([
  'https://agent.example',
  'https://agent.example/',
  'https://agent.example:8443/client.json',
  'https://user@agent.example/client.json',
  'https://agent.example/client.json#x',
  'https://agent.example/client.json#',
  'https://agent.example/a/../client.json',
  'https://AGENT.example/client.json',
  `https://agent.example/${'a'.repeat(2048)}`,
])('fetches nothing from an address that no client id may have: %#', async (client_id) => {
  const before = server.fetched.length
  expect(await askAnew(client_id)).toEqual(REFUSED)
  expect(server.fetched.length).toBe(before)
})

test('fetches a document once for many requests, and again when it has expired', async () => {
  const client_id = offer(right)
  const count = () => server.fetched.filter((url) => url === client_id).length
  await Promise.all(Array.from({ length: 5 }, () => askAnew(client_id)))
  expect(await askAnew(client_id)).toMatchObject({ status: 200 })
  expect(count()).toBe(1)
  advanceClock(299_000)
  await askAnew(client_id)
  expect(count()).toBe(1)
  advanceClock(2_000)
  await askAnew(client_id)
  expect(count()).toBe(2)
})

test('caches as long as the document says, at most a day, and a failure for a minute', async () => {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=999999',
  }
  const client_id = offer((id) => sent(JSON.stringify(right(id)), headers))
  const missing = 'https://missing.example/client.json'
  const count = (url: string) => server.fetched.filter((one) => one === url).length
  await askAnew(client_id)
  await askAnew(missing)
  advanceClock(61_000)
  await askAnew(client_id)
  await askAnew(missing)
  expect([count(client_id), count(missing)]).toEqual([1, 2])
  advanceClock(24 * 3_600_000)
  await askAnew(client_id)
  expect(count(client_id)).toBe(2)
})

test.each(['max-age=1', 'no-store, max-age=86400'])(
  'caches a document with %s for 5 minutes',
  async (cacheControl) => {
    const client_id = offer((id) => sent(JSON.stringify(right(id)), { 'Cache-Control': cacheControl }))
    const fetchedAfter = async (seconds: number) => {
      advanceClock(seconds * 1000)
      await askAnew(client_id)
      return server.fetched.filter((url) => url === client_id).length
    }
    expect([await fetchedAfter(0), await fetchedAfter(299), await fetchedAfter(2)]).toEqual([1, 1, 2])
  },
)

test('a network causes 10 fetches a minute, and others go on', async () => {
  const before = await countOf(app, 'oauth_apps')
  const asFlood = (client_id: string) => {
    const query = new URLSearchParams({ client_id, redirect_uri: REDIRECT, ...newProof().challenge })
    const headers = { ...target.admin.session, 'X-Forwarded-For': '203.0.113.9' }
    return app.call('GET', `/oauth/authorize?${query.toString()}`, { headers })
  }
  const fetched = server.fetched.length
  const statuses: number[] = []
  for (let n = 0; n < 14; n += 1)
    statuses.push((await asFlood(`https://flood-${n}.example/client.json`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429, 429, 429])
  expect(server.fetched.length - fetched).toBe(10)
  expect(await askAnew(offer(right))).toMatchObject({ status: 200 })
  expect(await countOf(app, 'oauth_apps')).toBe(before)
})

test('a consent keeps the name and the redirect URIs of the app current', async () => {
  const client_id = offer(right)
  await connectAgent(app, { client_id, redirect_uri: REDIRECT }, target)
  server.documents.set(client_id, {
    ...right(client_id),
    client_name: 'Renamed',
    redirect_uris: ['https://agent.example/callback'],
  })
  advanceClock(301_000)
  const agent = { client_id, redirect_uri: REDIRECT }
  const { status, body } = await consentToAgent(app, agent, target, newProof().challenge)
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  await connectAgent(app, { client_id, redirect_uri: 'https://agent.example/callback' }, target)
  const { rows } = await app.database.pool.query('select name from oauth_apps where client_id = $1', [
    client_id,
  ])
  expect(rows).toEqual([{ name: 'Renamed' }])
})
