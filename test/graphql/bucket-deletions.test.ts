import { beforeEach, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const CREATE =
  'mutation ($name: String!, $private: Boolean) { createBucket(input: { name: $name, private: $private }) { bucket { id } } }'
const POST =
  'mutation ($bucketId: ID!) { createPost(input: { title: "Dark mode", description: "x", bucketId: $bucketId }) { post { id } } }'
const DELETE = 'mutation ($input: DeleteBucketInput!) { deleteBucket(input: $input) { deletedBucketId } }'

const app = useApp()
let tenant: Tenant
let from: string
let to: string
let post: string

beforeEach(async () => {
  tenant = await createTenant(app)
  from = await bucket({ name: 'Old' })
  to = await bucket({ name: 'Secret', private: true })
  post = (await run(app, tenant.admin.session, POST, { bucketId: from })).createPost.post.id
})

const bucket = async (variables: Record<string, unknown>): Promise<string> =>
  (await run(app, tenant.admin.session, CREATE, variables)).createBucket.bucket.id
const read = async () =>
  (await run(app, tenant.admin.session, 'query ($id: ID!) { post(by: { id: $id }) { bucket { id } } }', {
    id: post,
  })) as { post: { bucket: { id: string } } }
const listed = async () => {
  const { posts } = await run(app, tenant.key, '{ posts { nodes { id } } }')
  return (posts.nodes as { id: string }[]).map(({ id }) => id)
}

test('moves the posts to another bucket, whose privacy they take, and deletes the bucket', async () => {
  await app.database.pool.query('update posts set hidden = true where organization_id = $1', [
    tenant.organization.id,
  ])
  const open = (await run(app, tenant.admin.session, POST, { bucketId: from })).createPost.post.id
  expect(await listed()).toEqual([open])
  const input = { id: from, movePostsToId: to }
  const { deleteBucket } = await run(app, tenant.admin.session, DELETE, { input })
  expect(deleteBucket.deletedBucketId).toBe(from)
  expect((await read()).post.bucket.id).toBe(to)
  expect(await listed()).toEqual([])
})

test('refuses the bucket itself, an unknown one, and one of another organization', async () => {
  const foreign = await createTenant(app)
  const other = (await run(app, foreign.admin.session, CREATE, { name: 'Foreign' })).createBucket.bucket.id
  for (const movePostsToId of [from, other, 'bkt_2000000000'])
    expect(
      await refusal(app, tenant.admin.session, DELETE, { input: { id: from, movePostsToId } }),
    ).toMatchObject({ code: 'UNPROCESSABLE', field: ['movePostsToId'] })
  expect(await refusal(app, tenant.admin.session, DELETE, { input: { id: from } })).toMatchObject({
    code: 'CANNOT_DELETE',
  })
  expect((await read()).post.bucket.id).toBe(from)
})

test('deletes one of two buckets that would give each other their posts', async () => {
  await run(app, tenant.admin.session, POST, { bucketId: to })
  const remove = (id: string, movePostsToId: string) =>
    app.graphql(DELETE, { input: { id, movePostsToId } }, tenant.admin.session)
  const answers = await Promise.all([remove(from, to), remove(to, from)])
  const deleted = answers.filter(({ body }) => body.data?.deleteBucket?.deletedBucketId)
  expect(deleted.length).toBe(1)
  const { rows } = await app.database.pool.query(
    'select distinct bucket_id from posts where organization_id = $1',
    [tenant.organization.id],
  )
  expect(rows.length).toBe(1)
})

test('moves many posts in several statements, all or none', async () => {
  const { rowCount } = await app.database.pool.query(
    `insert into posts (organization_id, slug, title, bucket_id, status_id, submitter_id)
      select organization_id, 'many-' || n, 'Many', bucket_id, status_id, submitter_id
      from posts, generate_series(1, 4000) n where organization_id = $1`,
    [tenant.organization.id],
  )
  app.statements.length = 0
  await run(app, tenant.admin.session, DELETE, { input: { id: from, movePostsToId: to } })
  expect(app.statements.filter((text) => text.startsWith('update "posts"'))).toHaveLength(3)
  const { rows } = await app.database.pool.query(
    'select count(*)::int as count, count(distinct bucket_id)::int as buckets, bool_and(private) as private from posts where organization_id = $1',
    [tenant.organization.id],
  )
  expect(rows).toEqual([{ count: (rowCount ?? 0) + 1, buckets: 1, private: true }])
})
