import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { createClient, dataOf, EchologError, type EchologClient } from '../../src/client/index.ts'
import { startTcpProxy, type TcpProxy } from '../support/faults/tcp-proxy.ts'
import { useApp, useTenant } from '../support/use.ts'

// The targets of `Link` are at another address than the client's.
const app = useApp({ publicUrl: 'https://feedback.example.com' })
const tenant = useTenant(app)
let proxy: TcpProxy
let client: EchologClient
const credential = () => ({ apiKey: tenant.key['API-KEY'] ?? '' })

beforeAll(async () => {
  proxy = await startTcpProxy(app.url)
  client = createClient({ url: `${proxy.url}/`, credential })
})
afterAll(() => proxy.close())

const POSTS = '/api/v3/feature_requests'

/** A client whose requests have scripted responses, and what it sends. The last response is repeated. */
function scripted(...responses: (Response | Error)[]) {
  const sent: Request[] = []
  const fetch = async (input: RequestInfo | URL) => {
    sent.push(input as Request)
    const [next] = responses.length > 1 ? responses.splice(0, 1) : responses
    if (next instanceof Error) throw next
    if (!next) throw new Error('no response')
    return next.clone()
  }
  const fake = createClient({
    url: 'http://echolog.example',
    credential: { accessToken: 'foot_1' },
    retry: { maxWaitMs: 60_000 },
    fetch,
  })
  return { fake, sent, keys: () => sent.map(({ headers }) => headers.get('Idempotency-Key')) }
}
const json = (status: number, body: object, headers = {}) => Response.json(body, { status, headers })
const OK = json(200, { success: true, feature_requests: [] })
const BUSY = json(
  429,
  { message: 'Too many requests', error: 'ERROR_CODE_RATE_LIMITED' },
  { 'Retry-After': '0' },
)
const LOST = new TypeError('fetch failed')

test('creates and reads with the types of the OpenAPI document', async () => {
  const { data, error, response } = await client.rest.POST(POSTS, { body: { title: 'Dark mode' } })
  expect(response.status).toBe(201)
  expect(error).toBeUndefined()
  expect(data).toMatchObject({ title: 'Dark mode', votes_count: 1 })
  const path = { id: data?.id ?? 0 }
  const read = dataOf(await client.rest.GET(`${POSTS}/{id}`, { params: { path } }))
  expectTypeOf(read.title).toEqualTypeOf<string>()
  expect(read).toEqual(data)
  // @ts-expect-error a post has a title
  await client.rest.POST(POSTS, { body: { description: 'x' } })
})

test('a refusal is a result, and dataOf throws it with its code, fields and request id', async () => {
  const refused = await client.rest.POST(POSTS, { body: { title: '' } })
  expect(refused.data).toBeUndefined()
  expect(refused.error).toMatchObject({ status: 422, error: 'ERROR_CODE_MISSING_PARAM' })
  const thrown = await Promise.resolve(refused)
    .then(dataOf)
    .catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(EchologError)
  expect(thrown).toMatchObject({
    ...{ name: 'EchologError', status: 422, code: 'ERROR_CODE_MISSING_PARAM' },
    ...{ fields: { title: ["can't be blank"] }, retryAfter: null },
    requestId: refused.response.headers.get('X-Request-Id'),
  })
  expect((thrown as EchologError).requestId).toMatch(/^[\w-]{20,}$/)
  const wrong = createClient({ url: app.url, credential: { apiKey: 'hn_wrong' } })
  expect((await wrong.rest.GET(POSTS)).response.status).toBe(401)
})

test('a list iterates over all pages, and requests a page when it is needed', async () => {
  const titles = Array.from({ length: 7 }, (_, index) => `listed ${index}`)
  for (const title of titles) await client.rest.POST(POSTS, { body: { title } })
  const query = { q: 'listed', per_page: 3, sort: 'oldest_created_at' } as const
  const before = proxy.sent().length
  const requests = () => proxy.sent().slice(before).match(/^GET /gm)?.length
  const listed: string[] = []
  for await (const { title } of client.list(POSTS, { params: { query } })) {
    listed.push(title)
    expect(requests()).toBe(Math.ceil(listed.length / 3))
  }
  expect(listed).toEqual(titles)
  const first = await client.list(POSTS, { params: { query: { ...query, page: 3 } } }).next()
  expect(first.value).toMatchObject({ title: 'listed 6' })
  const refused = client.list(POSTS, { params: { query: { per_page: 101 } } }).next()
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'ERROR_CODE_INVALID_PARAM' })
  // @ts-expect-error this path is no list with pages
  const none: unknown = client.list('/api/v3/organizations/info')
  expect(none).toBeDefined()
})

test('a POST whose answer is lost after the commit is sent again with the same key, and done once', async () => {
  const before = proxy.sent().length
  proxy.loseAnswers(2)
  const { data } = await client.rest.POST(POSTS, { body: { title: 'Sent three times' } })
  expect(data).toMatchObject({ title: 'Sent three times' })
  const requests = proxy.sent().slice(before)
  const keys = [...requests.matchAll(/^idempotency-key: (\S+)/gim)].map(([, key]) => key)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(requests.match(/"title":"Sent three times"/g)).toHaveLength(3)
  const { data: found } = await client.rest.GET(POSTS, { params: { query: { q: 'Sent three times' } } })
  expect(found?.feature_requests).toHaveLength(1)
  await client.rest.POST(POSTS, { body: { title: 'Another' } })
  expect(
    new Set(
      proxy
        .sent()
        .slice(before)
        .match(/^idempotency-key: \S+/gim),
    ).size,
  ).toBe(2)
})

test('an answer that is cut in its body is requested again', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(LOST) })
  const { fake, sent } = scripted(new Response(broken), OK)
  expect((await fake.rest.GET(POSTS)).data).toMatchObject({ success: true })
  expect(sent).toHaveLength(2)
})

test('GET and POST wait for the time of Retry-After, other requests are sent once', async () => {
  const get = scripted(BUSY, LOST, json(503, {}, { 'Retry-After': new Date(0).toUTCString() }), OK)
  expect((await get.fake.rest.GET(POSTS)).data).toMatchObject({ success: true })
  expect(get.keys()).toEqual([null, null, null, null])

  const own = scripted(BUSY)
  const headers = { 'Idempotency-Key': 'mine' }
  const refused = await own.fake.rest.POST(POSTS, { body: { title: 'x' }, headers })
  expect(() => dataOf(refused)).toThrow(EchologError)
  expect(own.keys()).toEqual(['mine', 'mine', 'mine', 'mine'])
  expect(own.sent[3]?.headers.get('Authorization')).toBe('Bearer foot_1')

  const params = { path: { id: 1 } }
  for (const response of [BUSY, LOST]) {
    const once = scripted(response)
    const body = { title: 'x' }
    await once.fake.rest.PATCH(`${POSTS}/{id}`, { params, body }).catch(() => {})
    await once.fake.rest.DELETE(`${POSTS}/{id}`, { params }).catch(() => {})
    await once.fake.rest.POST('/oauth/revoke', { body: { token: 'foot_1' } as never }).catch(() => {})
    expect(once.keys()).toEqual([null, null, null])
  }
})

test('a wait beyond the limit, or a conflict without a lost answer, is the result', async () => {
  const long = scripted(json(429, {}, { 'Retry-After': '61' }))
  expect((await long.fake.rest.GET(POSTS)).response.headers.get('Retry-After')).toBe('61')
  expect(long.sent).toHaveLength(1)
  const conflict = json(409, { error: 'ERROR_CODE_CONFLICT' }, { 'Retry-After': '0' })
  const running = scripted(LOST, conflict, OK)
  expect((await running.fake.rest.POST(POSTS, { body: { title: 'x' } })).response.status).toBe(200)
  expect(running.sent).toHaveLength(3)
  const used = scripted(conflict)
  expect((await used.fake.rest.POST(POSTS, { body: { title: 'x' } })).response.status).toBe(409)
  expect(used.sent).toHaveLength(1)
})

test('a signal ends the wait before a repetition', async () => {
  const { fake, sent } = scripted(json(503, {}, { 'Retry-After': '50' }))
  const stop = new AbortController()
  const result = fake.rest.GET(POSTS, { signal: stop.signal })
  await expect.poll(() => sent.length).toBe(1)
  stop.abort(new Error('stopped'))
  await expect(result).rejects.toThrow('stopped')
  expect(sent).toHaveLength(1)
})
