import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const CREATE =
  'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { id slug name private position requiresModeration } } }'
const UPDATE =
  'mutation ($input: UpdateBucketInput!) { updateBucket(input: $input) { bucket { id slug name private } } }'
const DELETE = 'mutation ($id: ID!) { deleteBucket(input: { id: $id }) { deletedBucketId } }'
const POST =
  'mutation ($bucketId: ID) { createPost(input: { title: "In a bucket", bucketId: $bucketId }) { post { id } errors { code } } }'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

async function bucket(input: Record<string, unknown>): Promise<string> {
  return (await run(app, tenant.admin.session, CREATE, { input })).createBucket.bucket.id
}
/** The database id of a bucket. */
const integer = (id: string) => Number(id.slice('bkt_'.length))
const post = (bucket: string) => app.graphql(POST, { bucketId: bucket }, tenant.key)
const privacy = (id: string) =>
  app.database.kysely.selectFrom('posts').select('private').where('bucketId', '=', integer(id)).execute()

test('gives a bucket a permanent slug and a position after the others', async () => {
  const {
    createBucket: { bucket: created },
  } = await run(app, tenant.admin.session, CREATE, { input: { name: 'Bugs & Such' } })
  expect(created).toMatchObject({ slug: 'bugs-and-such', private: false, requiresModeration: false })
  const second = await run(app, tenant.admin.session, CREATE, {
    input: { name: 'Bugs & Such', private: true },
  })
  expect(second.createBucket.bucket).toMatchObject({
    slug: 'bugs-and-such-2',
    position: created.position + 1,
  })
  const renamed = await run(app, tenant.admin.session, UPDATE, {
    input: { id: created.id, name: 'Defects' },
  })
  expect(renamed.updateBucket.bucket).toMatchObject({ slug: 'bugs-and-such', name: 'Defects' })
  expect(await refusal(app, tenant.admin.session, CREATE, { input: { name: ' ' } })).toMatchObject({
    status: 422,
  })
})

test('shows customers only public buckets, in lists and by id', async () => {
  const id = await bucket({ name: 'Secret', private: true })
  const { ann } = await customers(app, tenant, 'ann')
  const all = await run(app, tenant.key, '{ buckets { nodes { id private } } }')
  expect(all.buckets.nodes).toContainEqual({ id, private: true })
  const { buckets } = await run(app, ann, '{ buckets { nodes { id private } } }')
  expect(buckets.nodes.filter((node: { private: boolean }) => node.private)).toEqual([])
  expect(buckets.nodes.length).toBeGreaterThan(0)
  const one =
    'query ($id: ID!, $key: Int!) { a: bucket(by: { id: $id }) { slug } b: bucket(by: { databaseId: $key }) { slug } c: bucket(by: { slug: "secret" }) { slug } node(id: $id) { id } }'
  const key = integer(id)
  expect(await run(app, ann, one, { id, key })).toEqual({ a: null, b: null, c: null, node: null })
  const found = { slug: 'secret' }
  expect(await run(app, tenant.key, one, { id, key })).toEqual({
    a: found,
    b: found,
    c: found,
    node: { id },
  })
  const wrong = 'query ($id: ID!) { bucket(by: { id: $id }) { id } }'
  expect(await refusal(app, tenant.key, wrong, { id: 'sts_1' })).toMatchObject({ code: 'INVALID_PARAM' })
})

test('makes the posts of a bucket private or public together with it', async () => {
  const id = await bucket({ name: 'Doors' })
  const { bob } = await customers(app, tenant, 'bob')
  const { createPost } = await run(app, bob, POST, { bucketId: id })
  const see = () =>
    app.graphql('query ($id: ID!) { post(by: { id: $id }) { id } }', { id: createPost.post.id }, bob)
  await run(app, tenant.admin.session, UPDATE, { input: { id, private: true } })
  expect(await privacy(id)).toEqual([{ private: true }])
  expect((await see()).body).toEqual({ data: { post: null } })
  expect(await refusal(app, bob, POST, { bucketId: id })).toMatchObject({ status: 422 })
  await run(app, tenant.admin.session, UPDATE, { input: { id, private: false } })
  expect((await see()).body.data.post.id).toBe(createPost.post.id)
})

test('makes posts private that are submitted while their bucket becomes private', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await bucket({ name: `Closing ${round}` })
    await Promise.all([
      ...Array.from({ length: 6 }, () => post(id)),
      app.graphql(UPDATE, { input: { id, private: true } }, tenant.admin.session),
    ])
    const posts = await privacy(id)
    expect(posts).toHaveLength(6)
    expect(posts.every((post) => post.private)).toBe(true)
  }
})

test('deletes an empty bucket, but none with posts', async () => {
  const id = await bucket({ name: 'In use' })
  const { createPost } = await run(app, tenant.key, POST, { bucketId: id })
  expect(await refusal(app, tenant.admin.session, DELETE, { id })).toMatchObject({
    status: 422,
    code: 'CANNOT_DELETE',
  })
  await run(app, tenant.key, 'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }', {
    id: createPost.post.id,
  })
  expect(await run(app, tenant.admin.session, DELETE, { id })).toMatchObject({
    deleteBucket: { deletedBucketId: id },
  })
  expect(await refusal(app, tenant.admin.session, DELETE, { id })).toMatchObject({ status: 404 })
})

test('either deletes a bucket or accepts the posts that are submitted to it concurrently', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await bucket({ name: `Contested ${round}` })
    const [one, deletion, two] = await Promise.all([
      post(id),
      app.graphql(DELETE, { id }, tenant.admin.session),
      post(id),
    ])
    const deleted = deletion.body.data.deleteBucket.deletedBucketId !== null
    const answers = [one, two].map(({ body }) => body.data.createPost)
    const created = answers.filter((answer) => answer.post !== null)
    for (const { post, errors } of answers)
      expect(errors).toEqual(post === null ? [{ code: 'UNPROCESSABLE' }] : [])
    const left = await app.database.kysely
      .selectFrom('buckets')
      .select('id')
      .where('id', '=', integer(id))
      .execute()
    expect(left).toHaveLength(deleted ? 0 : 1)
    expect((await privacy(id)).length).toBe(deleted ? 0 : created.length)
  }
})

test('lets only team members in person change buckets', async () => {
  const id = await bucket({ name: 'Untouched' })
  const { eve } = await customers(app, tenant, 'eve')
  for (const headers of [tenant.key, eve, { ...tenant.key, ...eve }]) {
    expect(await refusal(app, headers, CREATE, { input: { name: 'Nope' } })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, UPDATE, { input: { id, name: 'Nope' } })).toMatchObject({
      status: 403,
    })
    expect(await refusal(app, headers, DELETE, { id })).toMatchObject({ status: 403 })
  }
  const member = await tenant.member('collaborator')
  await run(app, member.session, UPDATE, { input: { id, description: 'Touched' } })
  const names = await app.database.kysely
    .selectFrom('buckets')
    .select('name')
    .where('name', '=', 'Nope')
    .execute()
  expect(names).toEqual([])
})

test("treats another organization's bucket as unknown", async () => {
  const other = await createTenant(app)
  const { buckets } = await run(app, other.key, '{ buckets { nodes { id } } }')
  const [{ id }] = buckets.nodes
  await submit(app, other.key, 'Theirs')
  const ask = (query: string, of: string) =>
    refusal(app, tenant.admin.session, query, { id: of, input: { id: of, private: true } })
  for (const query of [UPDATE, DELETE]) {
    const foreign = await ask(query, id)
    expect(foreign).toEqual(await ask(query, 'bkt_2147483647'))
    expect(foreign).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
  expect(await privacy(id)).toEqual([{ private: false }])
})
