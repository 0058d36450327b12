import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const CREATE =
  'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { id slug name private position requiresModeration } }'
const UPDATE =
  'mutation ($id: ID!, $input: UpdateBucketInput!) { updateBucket(id: $id, input: $input) { id slug name private } }'
const DELETE = 'mutation ($id: ID!) { deleteBucket(id: $id) { id } }'
const POST =
  'mutation ($bucketId: ID) { createPost(input: { title: "In a bucket", bucketId: $bucketId }) { post { id } } }'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

async function bucket(input: Record<string, unknown>): Promise<string> {
  return (await run(app, tenant.admin.session, CREATE, { input })).createBucket.id
}
const privacy = (id: string) =>
  app.database.kysely.selectFrom('posts').select('private').where('bucketId', '=', Number(id)).execute()

test('gives a bucket a permanent slug and a position after the others', async () => {
  const { createBucket } = await run(app, tenant.admin.session, CREATE, { input: { name: 'Bugs & Such' } })
  expect(createBucket).toMatchObject({ slug: 'bugs-and-such', private: false, requiresModeration: false })
  const second = await run(app, tenant.admin.session, CREATE, {
    input: { name: 'Bugs & Such', private: true },
  })
  expect(second.createBucket).toMatchObject({ slug: 'bugs-and-such-2', position: createBucket.position + 1 })
  const renamed = await run(app, tenant.admin.session, UPDATE, {
    id: createBucket.id,
    input: { name: 'Defects' },
  })
  expect(renamed.updateBucket).toMatchObject({ slug: 'bugs-and-such', name: 'Defects' })
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
  const one = 'query ($id: ID!) { bucket(id: $id) { id } }'
  const hidden = await refusal(app, ann, one, { id })
  expect(hidden).toEqual(await refusal(app, ann, one, { id: '2147483647' }))
  await run(app, tenant.key, one, { id })
})

test('makes the posts of a bucket private or public together with it', async () => {
  const id = await bucket({ name: 'Doors' })
  const { bob } = await customers(app, tenant, 'bob')
  const { createPost } = await run(app, bob, POST, { bucketId: `bkt_${id}` })
  const see = () =>
    app.graphql('query ($id: ID!) { post(by: { id: $id }) { id } }', { id: createPost.post.id }, bob)
  await run(app, tenant.admin.session, UPDATE, { id, input: { private: true } })
  expect(await privacy(id)).toEqual([{ private: true }])
  expect((await see()).body).toEqual({ data: { post: null } })
  expect(await refusal(app, bob, POST, { bucketId: `bkt_${id}` })).toMatchObject({ status: 422 })
  await run(app, tenant.admin.session, UPDATE, { id, input: { private: false } })
  expect((await see()).body.data.post.id).toBe(createPost.post.id)
})

test('makes posts private that are submitted while their bucket becomes private', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await bucket({ name: `Closing ${round}` })
    await Promise.all([
      ...Array.from({ length: 6 }, () => app.graphql(POST, { bucketId: `bkt_${id}` }, tenant.key)),
      app.graphql(UPDATE, { id, input: { private: true } }, tenant.admin.session),
    ])
    const posts = await privacy(id)
    expect(posts).toHaveLength(6)
    expect(posts.every((post) => post.private)).toBe(true)
  }
})

test('deletes an empty bucket, but none with posts', async () => {
  const id = await bucket({ name: 'In use' })
  const { createPost } = await run(app, tenant.key, POST, { bucketId: `bkt_${id}` })
  expect(await refusal(app, tenant.admin.session, DELETE, { id })).toMatchObject({
    status: 422,
    code: 'ERROR_CODE_CANNOT_DELETE',
  })
  await run(app, tenant.key, 'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }', {
    id: createPost.post.id,
  })
  await run(app, tenant.admin.session, DELETE, { id })
  expect(await refusal(app, tenant.admin.session, DELETE, { id })).toMatchObject({ status: 404 })
})

test('either deletes a bucket or accepts the posts that are submitted to it concurrently', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await bucket({ name: `Contested ${round}` })
    const answers = await Promise.all([
      app.graphql(POST, { bucketId: `bkt_${id}` }, tenant.key),
      app.graphql(DELETE, { id }, tenant.admin.session),
      app.graphql(POST, { bucketId: `bkt_${id}` }, tenant.key),
    ])
    const statuses = answers.map(({ body }) => body.errors?.[0].extensions.status ?? 200)
    expect(statuses.every((status) => status === 200 || status === 422)).toBe(true)
    const left = await app.database.kysely
      .selectFrom('buckets')
      .select('id')
      .where('id', '=', Number(id))
      .execute()
    expect(left).toHaveLength(statuses[1] === 200 ? 0 : 1)
    expect((await privacy(id)).length).toBe(
      statuses[1] === 200 ? 0 : [statuses[0], statuses[2]].filter((status) => status === 200).length,
    )
  }
})

test('lets only team members in person change buckets', async () => {
  const id = await bucket({ name: 'Untouched' })
  const { eve } = await customers(app, tenant, 'eve')
  for (const headers of [tenant.key, eve, { ...tenant.key, ...eve }]) {
    expect(await refusal(app, headers, CREATE, { input: { name: 'Nope' } })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, UPDATE, { id, input: { name: 'Nope' } })).toMatchObject({
      status: 403,
    })
    expect(await refusal(app, headers, DELETE, { id })).toMatchObject({ status: 403 })
  }
  const member = await tenant.member('collaborator')
  await run(app, member.session, UPDATE, { id, input: { description: 'Touched' } })
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
  for (const [query, input] of [
    [UPDATE, { private: true }],
    [DELETE, undefined],
  ] as const) {
    const foreign = await refusal(app, tenant.admin.session, query, { id, input })
    expect(foreign).toEqual(await refusal(app, tenant.admin.session, query, { id: '2147483647', input }))
    expect(foreign.status).toBe(404)
  }
  expect(await privacy(id)).toEqual([{ private: false }])
})
