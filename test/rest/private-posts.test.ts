import { beforeAll, expect, test } from 'vitest'
import type { Headers } from '../support/fixtures/scenario.ts'
import { run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const ALLOWED = { 'ALLOW-PRIVATE': 'true' }
const TITLES = ['Open', 'Secret']
let paths: Record<string, string>
let customer: Headers
let secret: number

const call = (method: string, path: string, body?: unknown, headers: Headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/${path}`, { headers, body })

beforeAll(async () => {
  const created = await run(
    app,
    tenant.keyAndAdmin,
    'mutation { createBucket(input: { name: "Internal", private: true }) { bucket { databaseId } } }',
  )
  const bucket_id = created.createBucket.bucket.databaseId
  const submit = async (title: string, more = {}) =>
    (await call('POST', 'feature_requests', { title, ...more })).body.id as number
  const [open, parent] = [await submit('Open'), await submit('Parent')]
  secret = await submit('Secret', { bucket_id })
  const merged = [await submit('Open'), await submit('Secret', { bucket_id })]
  await call('POST', `feature_requests/${parent}/merge_posts`, { child_feature_request_ids: merged })
  const roadmap = (await call('POST', 'roadmaps', { title: 'Plan', start_date: '2026-01-01' })).body.id
  for (const id of [open, secret]) {
    await call('POST', `roadmaps/${roadmap}/feature_requests`, { feature_request_id: id })
    await call('POST', 'comments', { feature_request_id: id, comment: 'Yes' })
  }
  const entry = { title: 'News', published: true, feature_requests_ids: [open, secret] }
  const changelog = (await call('POST', 'changelogs', entry)).body.changelogs[0].id
  paths = {
    feature_requests: 'feature_requests',
    'feature_requests/latest': 'feature_requests/latest',
    merge_posts: `feature_requests/${parent}/merge_posts`,
    roadmaps: `roadmaps/${roadmap}/feature_requests`,
    comments: 'comments',
    changelogs: 'changelogs',
    'changelogs/{id}': `changelogs/${changelog}`,
  }
  customer = { ...tenant.key, ...(await customers(app, tenant, 'cat')).cat }
})

/** Titles of the open and the secret posts in the list at a path. */
async function titles(path: string, headers: Headers): Promise<string[]> {
  const { status, body } = await call('GET', path, undefined, headers)
  expect(status).toBe(200)
  const items = (body.feature_requests ?? body.child_posts ?? body.comments ?? body.changelogs) as {
    title?: string
    feature_request?: { title: string }
    feature_requests?: { title: string }[]
  }[]
  const posts = items.flatMap((item) => item.feature_requests ?? [item.feature_request ?? item])
  return posts
    .flatMap(({ title }) => title ?? [])
    .filter((title) => TITLES.includes(title))
    .sort()
}

test.each([
  'feature_requests',
  'feature_requests/latest',
  'merge_posts',
  'roadmaps',
  'comments',
  'changelogs',
  'changelogs/{id}',
])('%s has posts of private buckets with ALLOW-PRIVATE only, and for the team only', async (list) => {
  const path = paths[list] ?? ''
  for (const headers of [tenant.key, tenant.keyAndAdmin]) {
    expect(await titles(path, headers)).toEqual(['Open'])
    expect(await titles(path, { ...headers, 'ALLOW-PRIVATE': 'false' })).toEqual(['Open'])
    expect(await titles(path, { ...headers, ...ALLOWED })).toEqual(TITLES)
  }
  expect(await titles(path, { ...customer, ...ALLOWED })).toEqual(['Open'])
})

test('lists the comments of one private post without the header', async () => {
  expect(await titles(`comments?feature_request_id=${secret}`, tenant.key)).toEqual(['Secret'])
})

test('a write of a changelog honors the header, in its response and in its precondition', async () => {
  const path = paths['changelogs/{id}'] ?? ''
  const allowed = { ...tenant.keyAndAdmin, ...ALLOWED }
  const tag = (await call('GET', path, undefined, allowed)).headers.get('etag') ?? ''
  const updated = await call('PUT', path, { title: 'Newer' }, { ...allowed, 'If-Match': tag })
  expect(updated.status).toBe(200)
  expect(updated.body.changelogs[0].feature_requests).toHaveLength(2)
  const next = (
    await call('GET', path, undefined, { ...allowed, 'If-None-Match': updated.headers.get('etag') ?? '' })
  ).status
  expect(next).toBe(304)
  expect((await call('PUT', path, { title: 'Newest' })).body.changelogs[0].feature_requests).toHaveLength(1)
})
