import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, graphql, type EchologClient, type ResultOf } from '../../src/client/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { run } from '../support/clients/operations.ts'
import { subscriptionsOpen } from '../support/clients/sockets.ts'
import { startTcpProxy, type TcpProxy } from '../support/faults/tcp-proxy.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let proxy: TcpProxy
let tenant: Tenant
let client: EchologClient
/** Failures after which the client has connected again. */
let failures: Error[]

beforeAll(async () => {
  proxy = await startTcpProxy(app.url)
})
beforeEach(async () => {
  tenant = await createTenant(app)
  failures = []
  client = createClient({ url: proxy.url, credential: { apiKey: tenant.key['API-KEY'] ?? '' } })
})
afterEach(() => {
  client.close()
  proxy.switchTo(app.url)
})
afterAll(() => proxy.close())

const Created = graphql(`
  subscription ($after: ID) {
    events(after: $after, filter: { types: [POST_CREATED] }) {
      id
      ... on PostEvent {
        snapshot {
          title
        }
      }
    }
  }
`)
const Counts = graphql('subscription { statusCounts { count } }')
const InBucket = graphql(
  'subscription ($after: ID, $id: ID!) { bucketEvents(bucketId: $id, after: $after) { id type } }',
)

const onReconnect = (error: Error) => void failures.push(error)
const write = (title: string, through: TestApp = app) =>
  through.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
type Event = ResultOf<typeof Created>
const titleOf = ({ events }: Event) => ('snapshot' in events ? events.snapshot?.title : undefined)
/** Collects titles until the iterator ends. */
async function collect(events: AsyncIterable<Event>, titles: unknown[]): Promise<void> {
  for await (const event of events) titles.push(titleOf(event))
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `post ${from + index}`)

test('cut sockets and a restart of the server cause neither gap nor repetition', async () => {
  await write('before')
  let server = await startApp({ beside: app })
  proxy.switchTo(server.url)
  const titles: string[] = []
  const events = client.subscribe(Created, { onReconnect })
  const collected = collect(events, titles)
  await subscriptionsOpen(server, 1)
  for (let count = 0; count < 40; count += 8) {
    for (const title of numbers(count, count + 4)) await write(title)
    // All of them: the client is connected.
    await expect.poll(() => titles.length).toBe(count + 4)
    proxy.cut()
    for (const title of numbers(count + 4, count + 8)) await write(title)
  }
  await expect.poll(() => titles.length).toBe(40)
  expect(failures.length).toBeGreaterThanOrEqual(5)
  await server.stop()
  for (const title of numbers(40, 50)) await write(title)
  server = await startApp({ beside: app })
  proxy.switchTo(server.url)
  for (const title of numbers(50, 60)) await write(title, server)
  await expect.poll(() => titles.length).toBe(60)
  expect(titles).toEqual(numbers(0, 60))
  await events.return?.()
  await collected
  await subscriptionsOpen(server, 0)
  await server.stop()
})

test('begins without a gap: events between the start and the first connection are yielded', async () => {
  await write('before')
  const events = client.subscribe(Created, { onReconnect })
  const first = events.next()
  await subscriptionsOpen(app, 1)
  proxy.refuse()
  await write('while it was cut')
  await expect.poll(() => failures.length).toBeGreaterThan(1)
  proxy.switchTo(app.url)
  const { value } = await first
  expect(value && titleOf(value)).toBe('while it was cut')
  const after = value?.events.id
  await write('next')
  await events.return?.()
  const resumed = await client.subscribe(Created, { after }).next()
  expect(resumed.value && titleOf(resumed.value)).toBe('next')
})

test('a slow reader pauses the subscription and misses nothing', async () => {
  await write('before')
  const events = client.subscribe(Created, { maxWaiting: 3, onReconnect })
  const first = events.next()
  await subscriptionsOpen(app, 1)
  for (const title of numbers(0, 20)) await write(title)
  const titles = [(await first).value].map((event) => event && titleOf(event))
  await subscriptionsOpen(app, 0)
  while (titles.length < 20) titles.push(titleOf((await events.next()).value as Event))
  expect(titles).toEqual(numbers(0, 20))
  expect(failures).toEqual([])
  await events.return?.()
})

test('ends with an error when the credential is revoked', async () => {
  await write('before')
  const events = client.subscribe(Created, { onReconnect })
  const next = events.next().catch((error: unknown) => error)
  await subscriptionsOpen(app, 1)
  const admin = tenant.admin.session
  const { apiKeys } = await run(app, admin, '{ apiKeys { nodes { id } } }')
  const revoke = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }'
  await run(app, admin, revoke, apiKeys.nodes[0])
  expect(await next).toMatchObject({ name: 'EchologError', status: 401, code: 'ERROR_CODE_UNAUTHORIZED' })
  expect(await events.next()).toEqual({ done: true, value: undefined })
  expect(failures).toEqual([])
  // The service refuses the connection.
  await expect(client.subscribe(Counts).next()).rejects.toMatchObject({ status: 403 })
})

test('a refusal is an error, and an unknown position is not guessed', async () => {
  const refused = client.subscribe(Created, { after: 'evt_zzzz_1' }).next()
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'ERROR_CODE_INVALID_PARAM' })
  const Untyped = graphql('subscription ($after: ID) { e: events(after: $after) { type } }')
  await write('before')
  const withoutId = client.subscribe(Untyped).next().catch(String)
  await subscriptionsOpen(app, 1)
  await write('after')
  expect(await withoutId).toContain('must select `id`')
  await subscriptionsOpen(app, 0)

  const { buckets } = await run(app, tenant.admin.session, '{ buckets { nodes { id } } }')
  const sso = await tenant.sso({ email: 'ann@customers.example' })
  const customer = createClient({
    url: proxy.url,
    credential: { sessionToken: sso.Authorization ?? '', organization: tenant.organization.slug },
  })
  const variables = { id: buckets.nodes[0].id as string }
  const unknown = customer
    .subscribe(InBucket, { variables })
    .next()
    .catch((error: unknown) => error)
  await subscriptionsOpen(app, 1)
  proxy.cut()
  expect(await unknown).toMatchObject({ code: 'ERROR_CODE_UNKNOWN_POSITION' })
})

test('a state is read again after a cut, and ends with return, signal and close', async () => {
  const open = () => client.subscribe(Counts, { onReconnect })
  const counts = open()
  expect((await counts.next()).value?.statusCounts.length).toBeGreaterThan(0)
  const again = counts.next()
  proxy.cut()
  expect((await again).value?.statusCounts.length).toBeGreaterThan(0)
  expect(failures).toHaveLength(1)
  const pending = counts.next()
  await counts.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })

  const stop = new AbortController()
  const aborted = client.subscribe(Counts, { signal: stop.signal })
  await aborted.next()
  const rejected = aborted.next().catch(String)
  stop.abort(new Error('stopped'))
  expect(await rejected).toBe('Error: stopped')

  const closed = open()
  await closed.next()
  const last = closed.next()
  client.close()
  expect(await last).toEqual({ done: true, value: undefined })
  await subscriptionsOpen(app, 0)
})

test('too many failures in a row are an error', async () => {
  proxy.refuse()
  const events = client.subscribe(Counts, { attempts: 2, onReconnect })
  await expect(events.next()).rejects.toMatchObject({ status: 0, code: 'ERROR_CODE_UNAVAILABLE' })
  expect(failures).toHaveLength(1)
})
