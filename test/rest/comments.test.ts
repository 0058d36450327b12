import { expect, test } from 'vitest'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const call = (method: string, path: string, body?: unknown, headers: Headers = tenant.key) =>
  app.call(method, `/api/v3/${path}`, { headers, body })
const post = async (title: string) => (await call('POST', 'feature_requests', { title })).body
const write = async (id: number, comment: string, more: object = {}) =>
  (await call('POST', 'comments', { feature_request_id: id, comment, ...more })).body.comment
const list = async (query: string) => (await call('GET', `comments?${query}`)).body.comments
const ids = (comments: { id: number }[]) => comments.map(({ id }) => id)

test('writes, lists and reads a comment as documented', async () => {
  const { id, url, title } = await post('Dark mode')
  const created = await call('POST', 'comments', {
    feature_request_id: id,
    comment: '<p>We <b>start</b></p><script>alert(1)</script>',
  })
  expect(created.status).toBe(201)
  expect(created.body.comment).toEqual({
    id: expect.any(Number),
    comment_html: '<p>We <b>start</b></p>',
    comment: 'We start',
    parent_id: null,
    feature_request: { id, url, title },
    pinned: false,
    internal: false,
    approval_status: 'approved',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: created.body.comment.created_at,
    author: {
      id: tenant.admin.id,
      name: `admin of ${tenant.organization.slug}`,
      profile_picture: { url: null },
      url: `${app.url}/@${tenant.organization.slug}/u/${tenant.admin.id}`,
      role: 'admin',
    },
  })
  expect((await call('GET', `comments?feature_request_id=${id}`)).body).toEqual({
    success: true,
    comments: [created.body.comment],
  })
  expect((await call('GET', `comments/${created.body.comment.id}`)).body).toEqual(created.body)
})

test('records the person of a JWT beside the key as the author, and subscribes them to the post', async () => {
  const { id } = await post('With a person')
  const sso = await tenant.sso({
    email: 'ada@customer.example',
    name: 'Ada',
    avatar: 'https://cdn.example/a.png',
  })
  const { status, body } = await call(
    'POST',
    'comments',
    { feature_request_id: String(id), comment: 'Mine' },
    { ...tenant.key, ...sso },
  )
  expect(status).toBe(201)
  expect(body.comment.author).toMatchObject({
    name: 'Ada',
    profile_picture: { url: 'https://cdn.example/a.png' },
    role: 'customer',
  })
  const subscribers = await app.database.kysely
    .selectFrom('postSubscribers')
    .select('userId')
    .where('postId', '=', id)
    .execute()
  expect(subscribers.map(({ userId }) => userId)).toContain(body.comment.author.id)
})

test('updates only the given fields, and keeps the timestamp when nothing changes', async () => {
  const { id } = await post('Updates')
  const comment = await write(id, 'Old words')
  expect((await call('PUT', `comments/${comment.id}`, { comment: 'Old words' })).body.comment).toEqual(
    comment,
  )
  const { body } = await call('PUT', `comments/${comment.id}`, { comment: 'New words', pinned: '1' })
  expect(body.comment).toEqual({
    ...comment,
    comment: 'New words',
    comment_html: '<p>New words</p>',
    pinned: true,
    updated_at: expect.any(String),
  })
  expect(body.comment.updated_at > comment.updated_at).toBe(true)
  const blank = await call('PUT', `comments/${comment.id}`, { comment: ' ' })
  expect(blank).toMatchObject({ status: 422, body: { message: `"comment" can't be blank.` } })
})

test('lists comments oldest first, in pages, between inclusive dates', async () => {
  const { id } = await post('Many')
  const times = [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T12:00:00.000Z',
    '2026-03-02T12:00:00.000Z',
  ]
  const organizationId = tenant.organization.id
  const rows = await app.database.kysely
    .insertInto('comments')
    .values(
      times.map((createdAt) => ({
        organizationId,
        postId: id,
        authorId: tenant.admin.id,
        body: 'x',
        bodyHtml: 'x',
        createdAt,
      })),
    )
    .returning('id')
    .execute()
  const [a, b, c, d] = ids(rows)
  const query = `feature_request_id=${id}`
  expect(ids(await list(query))).toEqual([a, b, c, d])
  expect(ids(await list(`${query}&from_date=2026-03-01&to_date=2026-03-01`))).toEqual([a, b])
  expect(ids(await list(`${query}&from_date=2026-03-02`))).toEqual([c, d])
  expect(ids(await list(`${query}&to_date=2026-02-28`))).toEqual([])
  expect((await call('GET', 'comments?from_date=2026-03-02&to_date=2026-03-01')).body).toMatchObject({
    status: 400,
    errors: { from_date: [expect.any(String)] },
  })
  const first = await call('GET', `comments?${query}&per_page=3`)
  expect(ids(first.body.comments)).toEqual([a, b, c])
  expect(first.headers.get('link')).toContain('page=2')
  const second = await call('GET', `comments?${query}&per_page=3&page=2`)
  expect(ids(second.body.comments)).toEqual([d])
  expect(nextPage(second.headers)).toBeNull()
  expect(await list(`${query}&page=9`)).toEqual([])
  expect(await list('feature_request_id=2147483000')).toEqual([])
})

test('lists 10, 30 and 100 comments of different people and posts in the same number of statements', async () => {
  const many = await createTenant(app)
  const { kysely: db } = app.database
  const organizationId = many.organization.id
  const people = Array.from({ length: 100 }, (_, index) => ({
    organizationId,
    name: `P${index}`,
    labels: [],
  }))
  const users = await db.insertInto('users').values(people).returning('id').execute()
  const { body } = await call('POST', 'feature_requests', { title: 'Here' }, many.key)
  await call('POST', 'feature_requests', { title: 'There' }, many.key)
  const own = await db.selectFrom('posts').select('id').where('organizationId', '=', organizationId).execute()
  await db
    .insertInto('comments')
    .values(
      users.map(({ id: authorId }, index) => ({
        organizationId,
        postId: own[index % 2]?.id ?? body.id,
        authorId,
        body: 'x',
        bodyHtml: 'x',
      })),
    )
    .execute()
  const counts = []
  for (const size of [10, 30, 100]) {
    await call('GET', 'comments?per_page=1', undefined, many.key)
    app.statements.length = 0
    const answer = await call('GET', `comments?per_page=${size}`, undefined, many.key)
    expect(answer.body.comments.length).toBe(size)
    counts.push(app.statements.length)
  }
  expect(counts).toEqual([3, 3, 3])
})
