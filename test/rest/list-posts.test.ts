import { beforeAll, expect, test } from 'vitest'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPostDataset, naiveList, type Fact, type Query } from '../support/fixtures/post-dataset.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

keepSearches()

const app = useApp()
const tenant = useTenant(app)
let facts: Fact[]
let ids: Awaited<ReturnType<typeof createPostDataset>>['ids']

beforeAll(async () => {
  ;({ facts, ids } = await createPostDataset(app, tenant, 260))
  const stranger = await createTenant(app)
  await createPostDataset(app, stranger, 40)
})

/** The ids of all pages of a list, requested until a page is not full. */
async function list(query: Query, perPage = 40): Promise<number[]> {
  const found: number[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ page: String(page), per_page: String(perPage) })
    for (const [name, value] of Object.entries(query)) {
      if (name === 'ALLOW-PRIVATE') continue
      if (Array.isArray(value)) value.forEach((item) => search.append(`${name}[]`, String(item)))
      else search.set(name, String(value))
    }
    const headers = { ...tenant.key, ...(query['ALLOW-PRIVATE'] ? { 'ALLOW-PRIVATE': 'true' } : {}) }
    const {
      status,
      body,
      headers: answered,
    } = await app.call('GET', `/api/v3/feature_requests?${search}`, { headers })
    expect(status).toBe(200)
    found.push(...body.feature_requests.map(({ id }: { id: number }) => id))
    const isLast = body.feature_requests.length < perPage
    if (isLast) expect(nextPage(answered)).toBeNull()
    if (isLast) return found
  }
}

const filters = (): Record<string, Query> => ({
  none: {},
  'private buckets included': { 'ALLOW-PRIVATE': true },
  bucket: { bucket_id: ids.buckets[1] },
  'private bucket, not included': { bucket_id: ids.privateBucket },
  'private bucket, included': { bucket_id: ids.privateBucket, 'ALLOW-PRIVATE': true },
  'unknown bucket': { bucket_id: 2_000_000_000 },
  pending: { approval_status: 'pending' },
  approved: { approval_status: 'approved' },
  submitters: { submitter_emails: [ids.emails[0] ?? '', ids.emails[3]?.toUpperCase() ?? ''] },
  interactors: { interactor_emails: [ids.emails[1] ?? '', ids.emails[2] ?? ''] },
  'one tag': { tag_ids: [ids.tags[0] ?? 0] },
  'two tags': { tag_ids: [ids.tags[1] ?? 0, ids.tags[2] ?? 0] },
  states: { states: ['planned', 'completed'] },
  'from a day': { from_date: '2025-03-10' },
  'to a day': { to_date: '2025-06-20' },
  'between days': { from_date: '2025-02-15', to_date: '2025-08-15' },
  'one day': { from_date: '2025-05-05', to_date: '2025-05-05' },
})
const SORTS = [
  undefined,
  'top',
  'latest_created_at',
  'oldest_created_at',
  'latest_updated_at',
  'oldest_updated_at',
  'votes_count',
]

test('lists posts by every filter and sort as a naive computation does, without repetitions or gaps between pages', async () => {
  for (const [name, filter] of Object.entries(filters())) {
    for (const sort of SORTS) {
      const query = { ...filter, ...(sort ? { sort } : {}) }
      expect(await list(query), `${name}, sorted ${sort}`).toEqual(naiveList(facts, query))
    }
  }
})

test('combines filters', async () => {
  const all = Object.values(filters())
  for (let first = 0; first < all.length; first++) {
    for (let second = first + 1; second < all.length; second += 3) {
      const query = { ...all[first], ...all[second], sort: SORTS[(first + second) % SORTS.length] ?? 'top' }
      expect(await list(query, 100), JSON.stringify(query)).toEqual(naiveList(facts, query))
    }
  }
})

test('accepts a list of values in three notations', async () => {
  const [a = 0, b = 0] = ids.tags
  const answers = await Promise.all(
    [`tag_ids[]=${a}&tag_ids[]=${b}`, `tag_ids=${a}&tag_ids=${b}`, `tag_ids=${a},${b}`].map((query) =>
      app.call('GET', `/api/v3/feature_requests?per_page=100&${query}`, { headers: tenant.key }),
    ),
  )
  const [first, second, third] = answers.map(({ body }) => body)
  expect(first.feature_requests.length).toBeGreaterThan(0)
  expect(second).toEqual(first)
  expect(third).toEqual(first)
})

test('GraphQL cursors traverse the same list as REST pages, in both directions', async () => {
  for (const [sort, orderBy] of [
    ['top', { field: 'VOTES', direction: 'DESC' }],
    ['latest_updated_at', { field: 'UPDATED_AT', direction: 'DESC' }],
    ['oldest_created_at', { field: 'CREATED_AT', direction: 'ASC' }],
  ] as const) {
    const forwards: number[] = []
    const query =
      'query ($orderBy: PostOrder, $first: Int, $after: String, $last: Int, $before: String) { posts(orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) { nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }'
    let cursor: string | null = null
    do {
      const { body } = await app.graphql(query, { orderBy, first: 37, after: cursor }, tenant.key)
      forwards.push(...body.data.posts.nodes.map(({ databaseId }: { databaseId: number }) => databaseId))
      cursor = body.data.posts.pageInfo.hasNextPage ? body.data.posts.pageInfo.endCursor : null
    } while (cursor)
    expect(forwards).toEqual(naiveList(facts, { sort }))
    const backwards: number[] = []
    do {
      const { body } = await app.graphql(query, { orderBy, last: 41, before: cursor }, tenant.key)
      backwards.unshift(...body.data.posts.nodes.map(({ databaseId }: { databaseId: number }) => databaseId))
      cursor = body.data.posts.pageInfo.hasPreviousPage ? body.data.posts.pageInfo.startCursor : null
    } while (cursor)
    expect(backwards).toEqual(forwards)
  }
})

test('lists 10, 30 and 100 posts in the same number of statements', async () => {
  const count = async (perPage: number) => {
    await app.call('GET', `/api/v3/feature_requests?per_page=${perPage}`, { headers: tenant.key })
    app.statements.length = 0
    await app.call('GET', `/api/v3/feature_requests?per_page=${perPage}`, { headers: tenant.key })
    return app.statements.length
  }
  expect([await count(10), await count(30), await count(100)]).toEqual([1, 1, 1])
})

test('`q` finds posts by their words, and `sort=relevance` requires it', async () => {
  const searched = await createTenant(app)
  for (const title of ['Zeppelin docking', 'A balloon', 'Dock for zeppelins'])
    await app.call('POST', '/api/v3/feature_requests', { headers: searched.key, body: { title } })
  const ask = (query: string) =>
    app.call('GET', `/api/v3/feature_requests?${query}`, { headers: searched.key })
  for (const [query, expected] of [
    ['q=zeppelin&sort=oldest_created_at', ['Zeppelin docking', 'Dock for zeppelins']],
    ['q=zeppelin+-docking&sort=relevance', []],
    ['q=balloon&sort=relevance', ['A balloon']],
    ['q=balloon&sort=top&from_date=2100-01-01', []],
    ['q=', ['Dock for zeppelins', 'A balloon', 'Zeppelin docking']],
  ] as const) {
    const { status, body } = await ask(query)
    const titles = body.feature_requests?.map(({ title }: { title: string }) => title)
    expect([query, status, titles]).toEqual([query, 200, expected])
  }
  const unordered = await ask('sort=relevance')
  expect(unordered).toMatchObject({ status: 400, body: { errors: { sort: ['requires a search'] } } })
  const long = await ask(`q=${'x'.repeat(501)}`)
  expect(long.status).toBe(400)
  expect(Object.keys(long.body.errors)).toEqual(['q'])
})
