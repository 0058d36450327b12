import { expect, onTestFinished, test } from 'vitest'
import { refusal } from '../../support/clients/operations.ts'
import { savedAnswers, startFakeSource } from '../../support/fixtures/fake-source.ts'
import {
  importIn,
  planImport,
  resumeImport,
  startImport,
  startImportWorker,
} from '../../support/fixtures/imports.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { textsOf } from '../../support/stored-texts.ts'
import { useApp } from '../../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const KEY = 'key-of-the-source-4711'

/** Starts an API until the test ends. */
async function source(...args: Parameters<typeof startFakeSource>) {
  const started = await startFakeSource(...args)
  onTestFinished(() => started.stop())
  return started
}

/** Plans an API and waits for the end of the plan. */
async function plan(input: { source: string; url: string; options?: object; key?: string }) {
  const { organization, admin } = await createTenant(app)
  const { url, key = KEY, options } = input
  const id = await planImport(app, admin.session, {
    source: input.source,
    from: { api: { key, url } },
    options,
  })
  return { organization, session: admin.session, id }
}

const stateOf = async (id: string) => {
  const { rows } = await app.database.pool.query(
    `select s.key_ciphertext is null as "isKeyGone", s.fetched_at is not null as "isFetched",
      (select count(*)::int from transfer_files f where f.owner = 'run' and f.owner_id = s.id) as answers
     from import_sources s where s.id = $1`,
    [id.slice(4)],
  )
  return rows[0]
}

test('Canny is fetched once, planned and run, and its key is nowhere', async () => {
  startImportWorker(app)
  const answers = await savedAnswers('canny')
  const api = await source(({ path }) => {
    const list = path.split('/')[3] ?? ''
    const isV1 = path.startsWith('/api/v1')
    const name = [...answers.keys()].find((one) => one.startsWith(`${list.replace('_', '-')}-list`))
    if (list === 'votes' && !isV1) return { status: 404, body: { error: 'not found' } }
    if (name === undefined) return { body: { error: 'not available on this plan' } }
    return { body: { ...(answers.get(name) as object), hasMore: false, hasNextPage: false } }
  })
  const { organization, session, id } = await plan({ source: 'CANNY', url: api.url })
  const planned = await importIn(app, session, id, 'PLANNED', 'FAILED', 'PAUSED')
  expect(planned).toMatchObject({ state: 'PLANNED', reason: null })
  expect(planned.values).toContainEqual(
    expect.objectContaining({ value: 'Later, maybe', needsDecision: true }),
  )
  expect(planned.losses).toContainEqual({
    what: 'companies',
    count: null,
    reason: 'The source does not return this list.',
  })
  expect(planned.losses.filter(({ what }: { what: string }) => what.startsWith('file '))).toEqual([])
  expect(api.requests.every(({ body }) => (body as { apiKey?: string }).apiKey === KEY)).toBe(true)
  expect(await stateOf(id)).toMatchObject({ isKeyGone: true, isFetched: true })
  const count = api.requests.length
  const START = `mutation { startImport(input: { id: "${id}" }) { importRun { id } } }`
  expect(await refusal(app, session, START)).toMatchObject({ code: 'UNPROCESSABLE' })
  await startImport(app, session, id, { mapStatus: [{ from: 'Later, maybe', to: 'planned' }] })
  const done = await importIn(app, session, id, 'DONE', 'FAILED', 'PAUSED')
  expect(done).toMatchObject({ state: 'DONE', reason: null })
  expect(api.requests.length).toBe(count)
  const { rowCount } = await app.database.pool.query('select from posts where organization_id = $1', [
    organization.id,
  ])
  expect(rowCount).toBe(3)
  expect((await textsOf(app.database.pool)).filter((text) => text.includes(KEY))).toEqual([])
})

test('Astuto is fetched on after a lost connection, from the answers that are stored', async () => {
  const posts = Array.from({ length: 150 }, (_, index) => ({
    id: index + 1,
    title: `Post ${index + 1}`,
    description: 'Text',
    board: { id: 1, name: 'Ideas' },
    created_at: '2025-01-01T00:00:00.000Z',
  }))
  let isBroken = true
  const api = await source(({ path, query }) => {
    const list = path.split('/').at(-1) ?? ''
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    if (list === 'comments' && isBroken) return { status: 403, body: { error: 'no' } }
    return { body: list === 'posts' ? posts.slice(offset, offset + limit) : [] }
  })
  const worker = startImportWorker(app)
  const { session, id } = await plan({ source: 'ASTUTO', url: api.url })
  expect(await importIn(app, session, id, 'FAILED')).toMatchObject({ reason: 'The key was refused.' })
  const before = api.requests.length
  const { answers } = await stateOf(id)
  expect(answers).toBeGreaterThan(1)
  isBroken = false
  await resumeImport(app, session, id)
  const planned = await importIn(app, session, id, 'PLANNED')
  expect(planned.planned.find(({ kind }: { kind: string }) => kind === 'POST')).toMatchObject({
    created: 150,
  })
  expect(api.requests.slice(before).map(({ path }) => path)).toEqual(['/api/v1/comments'])
  expect(api.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true)
  await worker.stop()
})

test('FeatureOS is asked who has voted, from the stored list of customers', async () => {
  const worker = startImportWorker(app)
  const emails = ['ada@example.com', 'ben@example.com']
  const customers = emails.map((email, index) => ({ id: index + 1, name: email, email, votes_count: 1 }))
  const post = { id: 5, title: 'Dark mode', submitter: { name: 'cyd' }, votes_count: 2 }
  const api = await source(({ path, query }) => {
    const list = path.replace('/api/v3/', '')
    const isFirst = query.get('page') === '1'
    if (list === 'organizations/info')
      return { body: { success: true, organization: { subdomain: 'acme' }, status_info: [] } }
    const rows = { customers, feature_requests: [post] }[list] ?? []
    return { body: { success: true, [list]: isFirst ? rows : [] } }
  })
  const { session, id } = await plan({ source: 'FEATUREOS', url: api.url })
  const planned = await importIn(app, session, id, 'PLANNED', 'FAILED')
  expect(planned.planned).toContainEqual(expect.objectContaining({ kind: 'VOTE', created: 2 }))
  const asked = api.requests.flatMap(({ query }) =>
    query.get('page') === '1' ? query.getAll('interactor_emails[]') : [],
  )
  expect(asked).toEqual(emails)
  await worker.stop()
})

test.each([
  ['a source without an API', 'FIDER', 'http://127.0.0.1:1', 'UNPROCESSABLE'],
  ['a private address that the operator does not allow', 'ASTUTO', 'https://10.0.0.1', 'UNPROCESSABLE'],
  ['an address with a user', 'ASTUTO', 'https://user:secret@feedback.example', 'UNPROCESSABLE'],
])('%s is refused', async (_what, product, url, code) => {
  const { admin } = await createTenant(app)
  const PLAN = 'mutation ($input: PlanImportInput!) { planImport(input: $input) { importRun { id } } }'
  const input = { source: product, from: { api: { key: KEY, url } } }
  expect(await refusal(app, admin.session, PLAN, { input })).toMatchObject({ code })
  const withoutUrl = { source: 'ASTUTO', from: { api: { key: KEY } } }
  expect(await refusal(app, admin.session, PLAN, { input: withoutUrl })).toMatchObject({
    code: 'MISSING_PARAM',
  })
})

test('options and errors contain no key, and a redirect does not take it along', async () => {
  startImportWorker(app)
  const stranger = await source(() => ({ body: [] }))
  const api = await source(() => ({ status: 302, headers: { Location: stranger.url }, body: {} }))
  const { session, id } = await plan({ source: 'ASTUTO', url: api.url })
  const failed = await importIn(app, session, id, 'FAILED')
  expect(JSON.stringify(failed)).not.toContain(KEY)
  expect(stranger.requests).toEqual([])
  const { rows } = await app.database.pool.query('select options from import_runs where id = $1', [
    id.slice(4),
  ])
  expect(rows).toEqual([{ options: {} }])
})
