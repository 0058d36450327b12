import { beforeAll, expect, test } from 'vitest'
import { fingerprint } from '../support/contract/fingerprint.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
/** An API key beside a customer's SSO token. */
let both: Headers
let hidden: { bucket: number; post: number; pending: number; open: number }

beforeAll(async () => {
  both = { ...tenant.key, ...(await tenant.sso({ email: 'customer@people.example' })) }
  await app.call('GET', '/api/v3/feature_requests', { headers: both })
  const made = await app.graphql(
    'mutation { createBucket(input: { name: "Inside", private: true }) { bucket { databaseId } } }',
    {},
    tenant.keyAndAdmin,
  )
  const bucket = made.body.data.createBucket.bucket.databaseId
  const post = async (body: object) =>
    (await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body })).body.id
  hidden = {
    bucket,
    post: await post({ title: 'Inside', bucket_id: bucket }),
    pending: await post({ title: 'Waiting', approval_status: 'pending' }),
    open: await post({ title: 'Open' }),
  }
  const comment = { feature_request_id: hidden.open, comment: 'For us', internal: true }
  expect((await app.call('POST', '/api/v3/comments', { headers: tenant.key, body: comment })).status).toBe(
    201,
  )
})

test("shows the team's view to an API key alone, and the customer's view beside a customer's token", async () => {
  const opened = { 'ALLOW-PRIVATE': 'true' }
  const ids = async (headers: Headers) =>
    (await app.call('GET', '/api/v3/feature_requests', { headers })).body.feature_requests.map(
      ({ id }: { id: number }) => id,
    )
  expect(await ids({ ...tenant.key, ...opened })).toEqual([hidden.open, hidden.pending, hidden.post])
  expect(await ids({ ...both, ...opened })).toEqual([hidden.open])
  for (const [headers, comments] of [
    [tenant.key, 1],
    [both, 0],
  ] as const) {
    expect((await app.call('GET', '/api/v3/comments', { headers })).body.comments).toHaveLength(comments)
  }
  for (const id of [hidden.post, hidden.pending]) {
    expect((await app.call('GET', `/api/v3/feature_requests/${id}`, { headers: tenant.key })).status).toBe(
      200,
    )
    expect((await app.call('GET', `/api/v3/feature_requests/${id}`, { headers: both })).status).toBe(404)
  }
  expect((await app.call('GET', '/api/v3/customers', { headers: both })).status).toBe(403)
})

test("lets a customer beside a key submit posts, and rejects the team's writes and fields", async () => {
  const created = await app.call('POST', '/api/v3/feature_requests', {
    headers: both,
    body: { title: 'From a customer' },
  })
  expect(created).toMatchObject({ status: 201, body: { submitter: { name: 'customer' } } })
  const before = await fingerprint(app.database.kysely)
  const refused: [string, string, object, number][] = [
    ['POST', '/feature_requests', { title: 'x', approval_status: 'approved' }, 403],
    ['POST', '/feature_requests', { title: 'x', bucket_id: hidden.bucket }, 422],
    ['PUT', `/feature_requests/${hidden.open}`, { title: 'mine now' }, 403],
    ['PUT', `/feature_requests/${created.body.id}`, { status: 'completed' }, 403],
    ['DELETE', `/feature_requests/${created.body.id}`, {}, 403],
    ['POST', '/comments', { feature_request_id: hidden.open, comment: 'x', internal: true }, 403],
    ['POST', '/tags', { name: 'x' }, 403],
  ]
  for (const [method, path, body, status] of refused) {
    expect(
      (await app.call(method, `/api/v3${path}`, { headers: both, body })).status,
      `${method} ${path}`,
    ).toBe(status)
  }
  expect(await fingerprint(app.database.kysely)).toBe(before)
})

test('checks permissions before parameters', async () => {
  for (const path of ['customers', 'customers/import', 'changelogs', 'feature_requests/post_on_behalf']) {
    expect((await app.call('POST', `/api/v3/${path}`, { headers: both, body: {} })).body).toMatchObject({
      status: 403,
      message: 'Insufficient permissions',
    })
  }
})

test('reports a missing API key, regardless of other credentials', async () => {
  for (const headers of [
    await tenant.sso({ email: 'customer@people.example' }),
    { Authorization: 'x' },
    tenant.admin.session,
  ]) {
    for (const [method, path] of [
      ['GET', 'feature_requests'],
      ['POST', 'changelogs'],
    ] as const) {
      expect((await app.call(method, `/api/v3/${path}`, { headers })).body).toMatchObject({
        status: 401,
        message: 'API key is invalid',
      })
    }
  }
})

test('rejects a token issued in the future', async () => {
  const issued = await tenant.sso({ email: tenant.admin.email, iat: Math.floor(Date.now() / 1000) + 86_400 })
  expect(
    (
      await app.call('POST', '/api/v3/changelogs', {
        headers: { ...tenant.key, ...issued },
        body: { title: 'x' },
      })
    ).status,
  ).toBe(401)
})

test('rejects a session of a person from another organization', async () => {
  const stranger = await createTenant(app)
  const { body } = await app.call('GET', '/api/v3/tags', {
    headers: { ...tenant.key, ...stranger.admin.session },
  })
  expect(body).toMatchObject({ status: 403, message: 'Insufficient permissions' })
})
