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

test('a status is named by its slug, or else by its name in any case', async () => {
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/api/v3/feature_requests${path}`, { headers: tenant.key, body })
  const renamed = await app.graphql(
    `mutation { updateStatus(input: { id: "${await idOfStatus('planned')}", name: "Soon, really" }) { errors { code } }
      createStatus(input: { name: "Planned", kind: PLANNED }) { status { slug } errors { code } } }`,
    {},
    tenant.keyAndAdmin,
  )
  expect(renamed.body.data.createStatus).toEqual({ status: { slug: 'planned-2' }, errors: [] })
  const created = await call('POST', '', { title: 'Named', status: 'soon, REALLY' })
  expect(created.body).toMatchObject({ status: 'Soon, really', custom_status: { value: 'planned' } })
  const { id, status } = created.body
  expect((await call('PUT', `/${id}`, { status })).body.custom_status.value).toBe('planned')
  const titles = async (query: string) =>
    (await call('GET', `?${query}`)).body.feature_requests.map(({ title }: { title: string }) => title)
  expect(await titles('states[]=Soon, Really')).toEqual(['Named'])
  expect(await titles('states=planned,planned-2')).toEqual(['Named'])
  expect(await titles('states=planned-2')).toEqual([])
  expect((await call('PUT', `/${id}`, { status: 'PLANNED' })).body.custom_status.value).toBe('planned-2')
  expect(await titles('states=PLANNED')).toEqual(['Named'])
})

const idOfStatus = async (slug: string): Promise<string> =>
  (await app.graphql(`{ status(by: { slug: "${slug}" }) { id } }`, {}, tenant.key)).body.data.status.id
