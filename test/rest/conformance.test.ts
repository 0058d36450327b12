import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHAPTER_NAMES } from '../conformance/chapters.ts'
import { readOptions, withDefaults, type Options } from '../conformance/options.ts'
import { tableOf } from '../conformance/report.ts'
import { isConformant, runConformance, type Report } from '../conformance/run.ts'
import { run } from '../support/clients/operations.ts'
import { startConformance } from '../support/clients/conformance.ts'
import { startAlteringProxy, without, type AlteringProxy } from '../support/faults/altered-answers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ rateLimitPerMinute: 1_000_000 })
const tenant = useTenant(app)
const multilingual = useTenant(app)
let proxy: AlteringProxy

const LISTS = [
  'feature_requests',
  'comments',
  'customers',
  'tags',
  'roadmaps',
  'changelogs',
  'webhooks',
  'teams',
]
  .map((name) => `/api/v3/${name}`)
  .concat('/oauth/apps', '/oauth/installs')

beforeAll(async () => {
  proxy = await startAlteringProxy(app.url)
  const create = (name: string, body: object) =>
    app.call('POST', `/api/v3/${name}`, { headers: tenant.keyAndAdmin, body })
  for (const number of [1, 2, 3]) {
    const tag = (await create('tags', { name: `Tag ${number}` })).body.tag.id as number
    const { id } = (await create('feature_requests', { title: `Post ${number}`, tag_ids: [tag] })).body
    await create('comments', { feature_request_id: id, comment: 'Yes' })
    await create('customers', { email: `ann${number}@people.example`, labels: ['early'] })
  }
  const input = { name: 'Internal', private: true }
  const query =
    'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { databaseId } } }'
  const { createBucket } = await run(app, tenant.admin.session, query, { input })
  await create('feature_requests', { title: 'Private', bucket_id: Number(createBucket.bucket.databaseId) })
})
beforeEach(() => {
  proxy.onAnswer = () => {}
})
afterAll(() => proxy.stop())

const session = ({ admin } = tenant) => (admin.session.Authorization ?? '').replace('Bearer ', '')
const program = (...args: string[]) =>
  startConformance('--base', proxy.url, '--key', tenant.key['API-KEY'] ?? '', ...args)
const compare = (options: Partial<Options> = {}) =>
  runConformance(withDefaults({ base: app.url, key: tenant.key['API-KEY'] ?? '', ...options }))
const differencesOf = ({ chapters }: Report) =>
  chapters.flatMap(({ name, results }) =>
    results.flatMap(({ check, differences }) => differences.map((text) => `${name}: ${check}: ${text}`)),
  )
const reasonsOf = ({ chapters }: Report) =>
  [...new Set(chapters.flatMap(({ results }) => results.flatMap(({ skipped }) => skipped ?? [])))].sort()

/** All rows of all lists, as the admin reads them. */
async function dataOf(): Promise<string[]> {
  const headers = { ...tenant.keyAndAdmin, 'ALLOW-PRIVATE': 'true' }
  const read = async (path: string) => (await app.call('GET', path, { headers })).text
  // The words of this value change with time.
  return Promise.all(LISTS.map(async (path) => (await read(path)).replaceAll(/"member_since":"[^"]*",/g, '')))
}

test('the service has no difference from the documents in a run that writes, which leaves nothing behind', async () => {
  const before = await dataOf()
  const report = await compare({ session: session(), write: true })
  expect(differencesOf(report)).toEqual([])
  expect(report).toMatchObject({ leftovers: [], complete: true })
  expect(await dataOf()).toEqual(before)
  // Everything else is compared.
  expect(reasonsOf(report).map((reason) => reason.replace(/\/(\d+|foapp_\w+)\//, '/:id/'))).toEqual([
    'GET /api/v3/teams has fewer than two rows',
    'GET /api/v3/webhooks/:id/deliveries has fewer than two rows',
    'GET /api/v3/webhooks/:id/deliveries has no rows',
    'GET /oauth/apps/:id/installs has fewer than two rows',
    'needs --receiver',
    'no list has the ids of /api/v3/customers/import/{id}',
    'no request of the run succeeds here: the run changes no team and waits for no delivery',
  ])
})

test('a run that writes has no difference in an organization with a multilingual changelog', async () => {
  const { id } = multilingual.organization
  await app.database.pool.query('update organizations set multilingual_changelog = true where id = $1', [id])
  const credentials = { key: multilingual.key['API-KEY'] ?? '', session: session(multilingual) }
  const report = await compare({ ...credentials, write: true, only: ['changelogs', 'webhooks', 'answers'] })
  expect([differencesOf(report), report.leftovers]).toEqual([[], []])
})

test('a run without a session and without writing has no difference and changes nothing', async () => {
  const before = await dataOf()
  const changed: string[] = []
  proxy.onAnswer = ({ method, path }, { status }) => {
    if (method !== 'GET' && status < 300 && method !== 'OPTIONS') changed.push(`${method} ${path}`)
  }
  const report = await compare({ base: proxy.url })
  expect([differencesOf(report), isConformant(report), changed]).toEqual([[], true, []])
  expect(await dataOf()).toEqual(before)
  expect(reasonsOf(report)).toEqual(expect.arrayContaining(['needs --write', 'needs --session']))
})

test('every fault of a server is reported with its route, and the program ends with status 1', async () => {
  proxy.onAnswer = ({ path }, answer) => {
    const list = /^\/api\/v3\/(\w+)(\?|$)/.exec(path)?.[1]
    if (list === 'tags') answer.text = answer.text.replaceAll(/,"color":"[^"]*"/g, '')
    if (list === 'customers') answer.text = answer.text.replaceAll('"blocked":false', '"blocked":"no"')
    if (list === 'buckets') answer.status = 201
    if (list === 'comments') answer.headers = without(answer.headers, 'Link')
    if (list === 'roadmaps') answer.headers = without(answer.headers, 'X-Request-Id')
    if (list === 'nothing') answer.text = answer.text.replace(/"error":"[^"]*",?/, '')
  }
  const { code, stdout } = await program('--only', 'lists', '--only', 'errors', '--only', 'answers').ended
  expect(code).toBe(1)
  const differences = stdout.slice(stdout.indexOf('Differences'), stdout.indexOf('Skipped'))
  for (const part of [
    /GET \/api\/v3\/tags answers .*\n.* must have required property 'color'/,
    /GET \/api\/v3\/customers answers .*\n.*blocked must be boolean/,
    /GET \/api\/v3\/buckets answers with .*\n.*GET \/api\/v3\/buckets answers 201/,
    /GET \/api\/v3\/comments has pages .*\n.*relations of Link: expected \["next"\], got \[\]/,
    /A route that does not exist is 404\n.*"error" is undefined in a refusal/,
    /Every answer has X-Request-Id\n.*GET \/api\/v3\/roadmaps/,
    /Every refusal has the error body\n.*\/api\/v3\/nothing/,
  ])
    expect(differences).toMatch(part)
  expect(differences).not.toMatch(/feature_requests|changelogs/)
})

test('faults in writes are reported, and what was made is removed after a lost or interrupted answer', async () => {
  const before = await dataOf()
  // The thing is made, and the client has neither its id nor a success.
  proxy.onAnswer = ({ method, path }, answer) => {
    if (method === 'POST' && path === '/api/v3/tags' && answer.status === 201)
      Object.assign(answer, { status: 500, text: '{}' })
    if (method === 'PUT' && answer.status === 200)
      answer.text = answer.text.replace('"success":true', '"success":1')
  }
  const report = await compare({ base: proxy.url, write: true, only: ['tags', 'comments', 'answers'] })
  const found = differencesOf(report).join('\n')
  expect(found).toContain('tags: A tag is created, read, changed and deleted: POST /api/v3/tags answers 500')
  expect(found).toMatch(/PUT \/api\/v3\/comments\/\{id\} answers with .*success must be boolean/)
  expect(report.leftovers).toEqual([])
  expect(await dataOf()).toEqual(before)

  const child = program('--write', '--session', session(), '--json')
  proxy.onAnswer = ({ method }, { status }) => {
    if (method === 'POST' && status === 201 && !child.process.killed) child.process.kill('SIGINT')
  }
  const { code, stdout } = await child.ended
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ complete: false, leftovers: [] })
  expect(await dataOf()).toEqual(before)
})

test('things that a server does not remove are reported', async () => {
  proxy.onAnswer = ({ method, path }, answer) => {
    if (method === 'DELETE' && path.startsWith('/api/v3/tags/')) answer.status = 503
  }
  const report = await compare({ base: proxy.url, write: true, only: ['rate-limits', 'idempotency'] })
  expect(report.leftovers).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/api\/v3\/tags\/\d+ could not/)]),
  )
  expect([isConformant(report), tableOf(report).includes('Left on the server')]).toEqual([false, true])
})

test('a run sends again what a server refuses for now, and ends at its limit of requests', async () => {
  let refusals = 0
  proxy.onAnswer = ({ path }, answer) => {
    if (path !== '/api/v3/nothing' || refusals === 2) return
    refusals += 1
    answer.status = 429
    answer.headers = new Headers({ ...Object.fromEntries(answer.headers), 'Retry-After': '0' })
  }
  expect(isConformant(await compare({ base: proxy.url, only: ['errors'] }))).toBe(true)
  expect(refusals).toBe(2)
  const report = await compare({ base: proxy.url, maxRequests: 20 })
  expect(report).toMatchObject({ requests: 20, complete: false })
  expect(reasonsOf(report)).toContain('the limit of 20 requests is reached')
  await expect(compare({ key: 'hn_wrong' })).rejects.toThrow('The server refuses the API key')
  await expect(compare({ base: 'http://127.0.0.1:9' })).rejects.toThrow('has no answer')
})

test('options are read, and wrong ones are refused', () => {
  const base = ['--base', 'https://feedback.example/', '--key', 'hn_1']
  expect(readOptions([...base, '--only', 'lists', '--timeout', '5'])).toMatchObject({
    json: false,
    options: { base: 'https://feedback.example', write: false, only: ['lists'], timeoutMs: 5_000 },
  })
  const { help } = readOptions(['--help']) as { help: string }
  expect(CHAPTER_NAMES.filter((name) => !help.includes(name))).toEqual([])
  expect(() => readOptions([])).toThrow('--base is required')
  expect(() => readOptions([...base, '--only', 'x'])).toThrow('There is no chapter x')
  expect(() => readOptions([...base, '--client-id', 'x'])).toThrow('belong together')
  expect(() => readOptions([...base, '--max-requests', '0'])).toThrow('--max-requests must be a whole number')
})
