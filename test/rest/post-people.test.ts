import { beforeAll, expect, test } from 'vitest'
import { customers, emailOf } from '../support/fixtures/people.ts'
import { postPeopleCalls, POSTS, VOTES, type PostPeopleCalls } from '../support/fixtures/post-people.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const app = useApp()
const tenant = useTenant(app)
let stranger: Tenant
let customer: Headers
let { call, submit, tokenWith, votersOf, subscribersOf, countOfPeople } = {} as PostPeopleCalls

beforeAll(async () => {
  stranger = await createTenant(app)
  ;({ call, submit, tokenWith, votersOf, subscribersOf, countOfPeople } = postPeopleCalls(
    app,
    tenant,
    stranger,
  ))
  const { cat } = await customers(app, tenant, 'cat')
  customer = { ...tenant.key, ...cat }
})

test('a customer votes, subscribes and submits for themselves only', async () => {
  const id = await submit('For customers')
  const own = { email: emailOf('cat') }
  expect((await call('POST', VOTES, { feature_request_id: id, ...own }, customer)).status).toBe(201)
  expect((await call('POST', `${POSTS}/${id}/subscribers`, own, customer)).status).toBe(201)
  expect(await call('POST', `${POSTS}/submit`, { title: 'Mine', ...own }, customer)).toMatchObject({
    status: 201,
    body: { submitter: { name: 'cat' } },
  })
  expect(await votersOf(id)).toContainEqual([own.email, 'up'])
  expect((await call('DELETE', VOTES, { feature_request_id: id, ...own }, customer)).status).toBe(200)
  expect((await call('DELETE', `${POSTS}/${id}/subscribers`, own, customer)).status).toBe(200)
  const before = [await votersOf(id), await subscribersOf(id)]
  const other = { email: tenant.admin.email }
  for (const email of [other.email, 'unknown@people.example']) {
    const refused = [
      await call('POST', VOTES, { feature_request_id: id, email }, customer),
      await call('DELETE', VOTES, { feature_request_id: id, email }, customer),
      await call('POST', `${POSTS}/${id}/subscribers`, { email }, customer),
      await call('DELETE', `${POSTS}/${id}/subscribers`, { email }, customer),
      await call('POST', `${POSTS}/submit`, { title: 'Not mine', email }, customer),
    ]
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]))
  }
  for (const list of ['voters', 'subscribers'])
    expect((await call('GET', `${POSTS}/${id}/${list}`, undefined, customer)).status).toBe(403)
  expect([await votersOf(id), await subscribersOf(id)]).toEqual(before)
  expect(await countOfPeople('unknown@people.example')).toBe(0)
})

test('lists voters and subscribers with their documented fields', async () => {
  const id = await submit('Who is it')
  const add = await call('POST', `${POSTS}/${id}/subscribers`, { email: 'Sue@Reads.example', name: 'Sue' })
  const sue = {
    id: expect.any(Number),
    name: 'Sue',
    email: 'sue@reads.example',
    profile_picture: { url: null },
    url: expect.stringMatching(/\/u\/\d+$/),
    role: 'customer',
    created_at: expect.stringMatching(TIME),
  }
  expect(add).toMatchObject({ status: 201, body: { success: true, subscriber: sue } })
  const again = await call('POST', `${POSTS}/${id}/subscribers?email=sue%40reads.example&name=Susan`)
  expect(again.body).toEqual(add.body)
  const read = await tokenWith('posts:read')
  const { body } = await call('GET', `${POSTS}/${id}/subscribers`, undefined, read)
  expect(body).toEqual({
    success: true,
    subscribers: [{ ...sue, name: expect.any(String), email: tenant.admin.email, role: 'admin' }, sue],
  })
  await call('POST', VOTES, { feature_request_id: id, by_email: 'sue@reads.example', vote: 'down' })
  const voters = await call(
    'GET',
    `${POSTS}/${id}/voters?vote=down`,
    undefined,
    await tokenWith('votes:read'),
  )
  expect(voters.body).toEqual({ success: true, voters: [{ ...sue, vote: 'down' }] })
  for (let time = 0; time < 2; time++)
    expect((await call('DELETE', `${POSTS}/${id}/subscribers`, { email: 'SUE@reads.example' })).body).toEqual(
      {
        success: true,
        message: 'Subscriber deleted',
      },
    )
  expect(await subscribersOf(id)).toEqual([tenant.admin.email])
  expect((await call('DELETE', `${POSTS}/${id}/subscribers`, {})).status).toBe(422)
  expect((await call('POST', `${POSTS}/${id}/subscribers`, { email: 'sue' })).status).toBe(400)
})

test('paths of other organizations and scopes of other subjects are rejected', async () => {
  const [id, foreign] = [await submit('Ours'), await submit('Theirs', stranger)]
  const routes: [method: string, path: string, body: object | undefined, scope: string][] = [
    ['GET', 'merge_posts', undefined, 'posts:read'],
    ['POST', 'merge_posts', { child_feature_request_ids: [await submit('Ours too')] }, 'posts:write'],
    ['GET', 'voters', undefined, 'votes:read'],
    ['GET', 'subscribers', undefined, 'posts:read'],
    ['POST', 'subscribers', { email: 'a@b.example' }, 'posts:write'],
    ['DELETE', 'subscribers', { email: 'a@b.example' }, 'posts:write'],
  ]
  const wrong = {
    'posts:read': 'votes:read',
    'posts:write': 'posts:read',
    'votes:read': 'posts:read',
  } as const
  for (const [method, path, body, scope] of routes) {
    const unknown = await call(method, `${POSTS}/2147483000/${path}`, body)
    expect(unknown).toMatchObject({ status: 404, body: { error: 'ERROR_CODE_NOT_FOUND' } })
    expect((await call(method, `${POSTS}/${foreign}/${path}`, body)).body).toEqual(unknown.body)
    const token = await tokenWith(wrong[scope as keyof typeof wrong])
    expect((await call(method, `${POSTS}/${id}/${path}`, body, token)).body).toMatchObject({
      message: `Missing required OAuth scope: ${scope}`,
    })
  }
  const unmerge = `${POSTS}/unmerge`
  const unknown = await call('DELETE', `${unmerge}/2147483000`)
  expect(unknown.status).toBe(404)
  expect((await call('DELETE', `${unmerge}/${foreign}`)).body).toEqual(unknown.body)
})

test('lists of people have pages and a constant number of statements', async () => {
  const id = await submit('Popular')
  await app.database.pool.query(
    `with made as (insert into users (organization_id, email, name)
       select $1, 'many' || n || '@people.example', 'Many' from generate_series(1, 110) n returning id),
     voted as (insert into votes (organization_id, post_id, user_id, direction) select $1, $2, id, 'up' from made)
     insert into post_subscribers (organization_id, post_id, user_id) select $1, $2, id from made`,
    [tenant.organization.id, id],
  )
  for (const list of ['voters', 'subscribers']) {
    const counts: number[] = []
    for (const size of [10, 10, 30, 100]) {
      app.statements.length = 0
      const page = await call('GET', `${POSTS}/${id}/${list}?per_page=${size}`, undefined, tenant.key)
      expect(page.body[list]).toHaveLength(size)
      expect(page.headers.get('link')).toContain('page=2')
      counts.push(app.statements.length)
    }
    expect(new Set(counts.slice(1)).size).toBe(1)
    const last = await call('GET', `${POSTS}/${id}/${list}?per_page=100&page=2`, undefined, tenant.key)
    expect([last.body[list].length, nextPage(last.headers)]).toEqual([11, null])
  }
})

test('clients of 2021 submit a post by e-mail with the key alone and read the latest', async () => {
  const { id: bucket } = (await call('GET', '/api/v3/buckets', undefined, tenant.key)).body.buckets[0]
  const input = { title: 'Toad', description: 'A link', email: 'Toad@Pond.example', bucket_id: bucket }
  const made = await call('POST', `${POSTS}/submit`, input, tenant.key)
  expect(made).toMatchObject({
    status: 201,
    body: { title: 'Toad', submitter: { name: 'toad' }, bucket: { id: bucket }, votes_count: 1 },
  })
  expect(await votersOf(made.body.id)).toEqual([['toad@pond.example', 'up']])
  const own = await call('POST', `${POSTS}/submit`, { title: 'By the key', email: '' }, tenant.key)
  expect(await votersOf(own.body.id)).toEqual([[tenant.admin.email, 'up']])
  const latest = await call('GET', `${POSTS}/latest?per_page=2`, undefined, tenant.key)
  expect(latest.body).toEqual({ success: true, feature_requests: [own.body, made.body] })
  expect(latest.headers.get('link')).toContain('/latest?per_page=2&page=2')
  await app.database.pool.query('update posts set private = true where id = $1', [own.body.id])
  const visible = async (headers: Headers) =>
    (await call('GET', `${POSTS}/latest?per_page=1`, undefined, headers)).body.feature_requests[0].id
  expect(await visible(tenant.key)).toBe(made.body.id)
  expect(await visible({ ...tenant.key, 'ALLOW-PRIVATE': 'true' })).toBe(own.body.id)
  expect((await call('POST', `${POSTS}/submit`, { email: 'toad@pond.example' }, tenant.key)).status).toBe(422)
  expect((await call('POST', `${POSTS}/submit`, { title: 'T', bucket_id: 0 }, tenant.key)).status).toBe(422)
  const token = await tokenWith('posts:read')
  expect((await call('POST', `${POSTS}/submit`, { title: 'T' }, token)).status).toBe(403)
  expect((await call('GET', `${POSTS}/submit`)).headers.get('allow')).toBe('POST, OPTIONS')
})
