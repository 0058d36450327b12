import { expect, test } from 'vitest'
import { toNodeId } from '../../src/graphql/schema/node/prefixes.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf, postId, submit } from '../support/fixtures/people.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const NODE = 'query ($id: ID!) { node(id: $id) { ... on Post { databaseId title } } }'
const LOOKUP = 'query ($by: PostBy!) { post(by: $by) { id slug } }'
const UPDATE =
  'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { title updatedAt status { slug } } } }'
const BULK =
  'mutation ($input: UpdatePostsInput!) { updatePosts(input: $input) { results { postId post { title status { slug } } errors { code field } } } }'

const app = useApp()
const tenant = useTenant(app)

const set = (id: string, assignment: string) =>
  app.database.pool.query(`update posts set ${assignment} where id = $1`, [id])

test('finds a post by id, by database id and by slug, where the caller sees it', async () => {
  const other = await createTenant(app)
  const { ann } = await customers(app, tenant, 'ann')
  const id = await submit(app, tenant.key, 'Findable')
  const found = { id: postId(id), slug: 'findable' }
  const keys = [{ id: postId(id) }, { databaseId: Number(id) }, { slug: 'findable' }]
  for (const by of keys) {
    expect((await run(app, ann, LOOKUP, { by })).post).toEqual(found)
    expect((await run(app, other.key, LOOKUP, { by })).post).toBeNull()
  }
  const ask = async (headers: Headers) => (await run(app, headers, NODE, { id: postId(id) })).node
  expect(await ask(ann)).toEqual({ databaseId: Number(id), title: 'Findable' })
  expect(await ask(other.key)).toBeNull()
  await set(id, 'private = true')
  expect(await ask(ann)).toBeNull()
  for (const by of keys) expect((await run(app, ann, LOOKUP, { by })).post).toBeNull()
  expect(await refusal(app, ann, LOOKUP, { by: { id: toNodeId('Tag', Number(id)) } })).toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining('must be the id of a Post, not of a Tag'),
  })
})

test('refuses nulls, an empty update, a wrong id and a change since then, each on its field', async () => {
  const id = postId(await submit(app, tenant.key, 'Careful'))
  const refused = (input: object) => refusal(app, tenant.key, UPDATE, { input: { id, ...input } })
  expect(await refused({ title: null })).toMatchObject({ code: 'INVALID_PARAM', field: ['title'] })
  expect(await refused({})).toMatchObject({ code: 'UNPROCESSABLE', field: null })
  expect(await refused({ status: { slug: 'nowhere' } })).toMatchObject({ field: ['status', 'slug'] })
  expect(await refused({ bucketId: 'tag_1' })).toMatchObject({ code: 'INVALID_PARAM', field: ['bucketId'] })
  const { updatePost } = await run(app, tenant.key, UPDATE, { input: { id, title: 'First' } })
  const ifUnchangedSince = updatePost.post.updatedAt
  const second = { input: { id, title: 'Second', ifUnchangedSince } }
  await app.database.pool.query(`update posts set updated_at = updated_at - interval '1 hour'`)
  expect((await run(app, tenant.key, UPDATE, second)).updatePost.post.title).toBe('Second')
  await app.database.pool.query(`update posts set updated_at = updated_at + interval '2 hours'`)
  expect(await refusal(app, tenant.key, UPDATE, second)).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
})

test('updates several posts, each on its own', async () => {
  const other = await createTenant(app)
  const [one, two] = [await submit(app, tenant.key, 'One'), await submit(app, tenant.key, 'Two')]
  const foreign = postId(await submit(app, other.key, 'Elsewhere'))
  const bulk = (ids: string[], changes: object) =>
    run(app, tenant.key, BULK, { input: { ids, changes } }).then(({ updatePosts }) => updatePosts.results)
  expect(await bulk([postId(one), foreign, postId(two)], { status: { slug: 'planned' } })).toEqual([
    { postId: postId(one), post: { title: 'One', status: { slug: 'planned' } }, errors: [] },
    { postId: foreign, post: null, errors: [{ code: 'NOT_FOUND', field: null }] },
    { postId: postId(two), post: { title: 'Two', status: { slug: 'planned' } }, errors: [] },
  ])
  expect(await bulk([postId(one)], { title: ' ' })).toMatchObject([
    { post: null, errors: [{ code: 'MISSING_PARAM', field: ['changes', 'title'] }] },
  ])
  const refused = (input: object) => refusal(app, tenant.key, BULK, { input })
  expect(await refused({ ids: [], changes: { hidden: true } })).toMatchObject({ field: ['ids'] })
  expect(await refused({ ids: [postId(one)], changes: {} })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(await refused({ ids: [postId(one)], changes: { pinned: null } })).toMatchObject({
    field: ['changes', 'pinned'],
  })
  const { bob } = await customers(app, tenant, 'bob')
  const input = { ids: [postId(one)], changes: { hidden: true } }
  expect(await refusal(app, bob, BULK, { input })).toMatchObject({ status: 403 })
})

test('sorts by votes in both directions, and counts the filtered list', async () => {
  const own = await createTenant(app)
  const ids = []
  for (const votes of [3, 1, 2]) {
    const id = await submit(app, own.key, `With ${votes}`)
    await set(id, `votes_count = ${votes}`)
    ids.push(id)
  }
  await set(ids[0] ?? '', `approval_status = 'pending'`)
  const list = async (direction: string, filter: object = {}) => {
    const query =
      'query ($filter: PostFilter, $direction: OrderDirection!) { posts(filter: $filter, orderBy: { field: VOTES, direction: $direction }) { totalCount totalCountIsExact nodes { votesCount } } }'
    const { posts } = await run(app, own.key, query, { direction, filter })
    expect(posts.totalCountIsExact).toBe(true)
    return [posts.totalCount, posts.nodes.map(({ votesCount }: { votesCount: number }) => votesCount)]
  }
  expect(await list('DESC')).toEqual([3, [3, 2, 1]])
  expect(await list('ASC')).toEqual([3, [1, 2, 3]])
  expect(await list('ASC', { approvalStatus: 'APPROVED' })).toEqual([2, [1, 2]])
})

test('creates a post on behalf of another person, for the team only', async () => {
  const create =
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { submitter { email } } } }'
  const input = { title: 'By phone', submitter: { email: 'Caller@people.example', name: 'Caller' } }
  for (const headers of [tenant.keyAndAdmin, tenant.key]) {
    const { createPost } = await run(app, headers, create, { input })
    expect(createPost.post.submitter.email).toBe('caller@people.example')
  }
  const { cid } = await customers(app, tenant, 'cid')
  for (const headers of [cid, { ...tenant.key, ...cid }])
    expect(await refusal(app, headers, create, { input })).toMatchObject({ code: 'FORBIDDEN' })
  const own = { input: { title: 'Mine', submitter: { email: emailOf('cid') } } }
  expect((await run(app, cid, create, own)).createPost.post.submitter.email).toBe(emailOf('cid'))
  expect(
    await refusal(app, tenant.keyAndAdmin, create, { input: { ...input, submitter: { email: 'x' } } }),
  ).toMatchObject({ code: 'INVALID_PARAM', field: ['submitter', 'email'] })
})
