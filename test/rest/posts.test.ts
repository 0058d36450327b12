import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test('lists and reads a created post as documented', async () => {
  const created = await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'Dark mode', description: '<p>My <b>eyes</b></p><script>alert(1)</script>' },
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    title: 'Dark mode',
    slug: 'dark-mode',
    description: 'My eyes',
    votes_count: 1,
  })
  const list = await app.call('GET', '/api/v3/feature_requests', { headers: tenant.key })
  expect(list.body).toEqual({ success: true, feature_requests: [created.body] })
  const one = await app.call('GET', `/api/v3/feature_requests/${created.body.id}`, { headers: tenant.key })
  expect(one.body).toEqual(created.body)
  const graphql = await app.graphql(
    '{ posts { edges { cursor node { id databaseId title bucket { name postsCount } } } pageInfo { hasNextPage endCursor } } }',
    {},
    tenant.key,
  )
  expect(graphql.body.data.posts.edges[0].node).toEqual({
    id: `post_${created.body.id}`,
    databaseId: created.body.id,
    title: 'Dark mode',
    bucket: { name: 'Feedback', postsCount: 1 },
  })
})

test('updates only the given fields and keeps the slug', async () => {
  const { body: post } = await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'Old title' },
  })
  const updated = await app.call('PATCH', `/api/v3/feature_requests/${post.id}`, {
    headers: tenant.key,
    body: { title: 'New title', status: 'closed' },
  })
  expect(updated.body).toMatchObject({
    title: 'New title',
    slug: 'old-title',
    custom_status: { value: 'closed' },
  })
  const gone = await app.call('DELETE', `/api/v3/feature_requests/${post.id}`, { headers: tenant.key })
  expect(gone).toMatchObject({ status: 200, body: { success: true } })
  expect((await app.call('GET', `/api/v3/feature_requests/${post.id}`, { headers: tenant.key })).status).toBe(
    404,
  )
})
