import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const list = (query = '', headers = tenant.key) => app.call('GET', `/api/v3/buckets${query}`, { headers })
const create = (input: Record<string, unknown>) =>
  run(
    app,
    tenant.admin.session,
    'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { id } } }',
    { input },
  )

test('lists buckets in their order with the number of their listed posts', async () => {
  await create({ name: 'Internal ideas', description: 'For us', private: true })
  for (const title of ['One', 'Two', 'Three'])
    await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
  const { body: posts } = await app.call('GET', '/api/v3/feature_requests', { headers: tenant.key })
  await app.call('PATCH', `/api/v3/feature_requests/${posts.feature_requests[0].id}`, {
    headers: tenant.key,
    body: { hidden: true },
  })
  const { status, body } = await list()
  expect(status).toBe(200)
  const id = expect.any(Number)
  expect(body).toEqual({
    success: true,
    buckets: [
      { id, name: 'Feedback', slug: 'feedback', description: '', private: false, post_count: 2 },
      {
        id,
        name: 'Internal ideas',
        slug: 'internal-ideas',
        description: 'For us',
        private: true,
        post_count: 0,
      },
    ],
  })
})

test('lists buckets in pages', async () => {
  const first = await list('?per_page=1')
  expect(first.body.buckets).toHaveLength(1)
  expect(first.headers.get('link')).toContain('rel="next"')
  const second = await list('?per_page=1&page=2')
  expect(second.body.buckets[0].slug).toBe('internal-ideas')
  expect(nextPage(second.headers)).toBeNull()
  expect((await list('?per_page=0')).status).toBe(400)
})

test('lists any number of buckets in the same number of statements', async () => {
  const count = async () => {
    await list()
    app.statements.length = 0
    await list()
    // The credential's cache may expire in between.
    return app.statements.length
  }
  const few = await count()
  for (let index = 0; index < 8; index++) await create({ name: `Board ${index}` })
  expect(await count()).toBe(few)
})

test("lists only the organization's own buckets, and only with its key", async () => {
  const other = await createTenant(app)
  expect((await list('', other.key)).body.buckets).toHaveLength(1)
  expect((await list('', {})).status).toBe(401)
})
