import { beforeEach, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenant: Tenant
let admin: Headers

beforeEach(async () => {
  tenant = await createTenant(app)
  admin = tenant.admin.session
})

const ask = (query: string, input: object, headers = admin) => run(app, headers, query, { input })

async function newBucket(name: string): Promise<string> {
  const query = 'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { id } } }'
  return (await ask(query, { name })).createBucket.bucket.id
}

async function newPost(input: object = {}): Promise<string> {
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }'
  return (await ask(query, { title: 'Affected', ...input })).createPost.post.id
}

async function comment(input: object, headers = admin): Promise<string> {
  const query = 'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }'
  return (await ask(query, { body: 'Text', ...input }, headers)).createComment.comment.id
}

test('the deletion of a bucket returns the one that received its posts', async () => {
  const [from, to, empty] = [await newBucket('From'), await newBucket('To'), await newBucket('Empty')]
  for (const bucketId of [from, from, to]) await newPost({ bucketId })
  const remove = `mutation ($input: DeleteBucketInput!) {
    deleteBucket(input: $input) { deletedBucketId bucket { id postsCount } } }`
  expect((await ask(remove, { id: from, movePostsToId: to })).deleteBucket).toMatchObject({
    deletedBucketId: from,
    bucket: { id: to, postsCount: 3 },
  })
  expect((await ask(remove, { id: empty })).deleteBucket.bucket).toBeNull()
})

const MOVE = `mutation ($input: MoveBucketInput!) {
  moveBucket(input: $input) { bucket { id } movedBuckets { id position } } }`

test('the move of a bucket returns those whose position has changed, in order', async () => {
  await app.database.pool.query('delete from buckets where organization_id = $1', [tenant.organization.id])
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push(await newBucket(name))
  const [a, b, c] = ids
  const move = async (position: object) => (await ask(MOVE, { id: a, position })).moveBucket.movedBuckets
  expect(await move({ afterId: c })).toEqual([
    { id: b, position: 0 },
    { id: c, position: 1 },
    { id: a, position: 2 },
  ])
  expect(await move({ afterId: c })).toEqual([])
})

test('the move of a bucket past more than 100 others returns the 100 that are nearest to it', async () => {
  await app.database.pool.query(
    `with removed as (delete from buckets where organization_id = $1)
    insert into buckets (organization_id, name, slug, position)
      select $1, 'Many ' || n, 'many-' || n, n from generate_series(1000, 1129) n`,
    [tenant.organization.id],
  )
  const ends = '{ start: buckets(first: 1) { nodes { id } } end: buckets(last: 1) { nodes { id } } }'
  const { start, end } = await run(app, admin, ends)
  const [first, last] = [start.nodes[0].id, end.nodes[0].id]
  const { moveBucket: down } = await ask(MOVE, { id: first, position: { afterId: last } })
  expect([down.movedBuckets.length, down.movedBuckets.at(-1).id]).toEqual([100, first])
  const { moveBucket: up } = await ask(MOVE, { id: first, position: { beforeId: down.movedBuckets[0].id } })
  expect([up.movedBuckets.length, up.movedBuckets[0].id]).toEqual([100, first])
})

const DELETE_COMMENT = `mutation ($input: DeleteCommentInput!) {
  deleteComment(input: $input) { deletedCommentId deletedPlaceholderIds parent { id } comment { id } } }`

test('the deletion of a comment returns the placeholders that go with it, and the comment above them', async () => {
  const postId = await newPost()
  const chain: string[] = []
  for (let depth = 0; depth < 4; depth++) chain.push(await comment({ postId, parentId: chain.at(-1) }))
  const [top, ...below] = chain
  const remove = async (id: string | undefined) => (await ask(DELETE_COMMENT, { id })).deleteComment
  for (const id of below.slice(0, 2))
    expect(await remove(id)).toMatchObject({
      deletedPlaceholderIds: [],
      parent: { id: chain[chain.indexOf(id) - 1] },
      comment: { id },
    })
  expect(await remove(below[2])).toMatchObject({
    deletedPlaceholderIds: [below[1], below[0]],
    parent: { id: top },
    comment: null,
  })
  expect(await remove(top)).toMatchObject({ deletedPlaceholderIds: [], parent: null })
})

test('the deletion of a comment reveals no placeholder that the caller cannot see', async () => {
  const postId = await newPost()
  const customer = await tenant.sso({ email: 'customer@people.example' })
  const top = await comment({ postId })
  const hidden = await comment({ postId, parentId: top })
  const id = await comment({ postId, parentId: hidden }, customer)
  await app.database.pool.query(`update comments set approval_status = 'pending' where id = any($1::int[])`, [
    [top, hidden].map((each) => Number(each.replace('cmt_', ''))),
  ])
  await ask(DELETE_COMMENT, { id: hidden })
  expect((await ask(DELETE_COMMENT, { id }, customer)).deleteComment).toMatchObject({
    deletedCommentId: id,
    deletedPlaceholderIds: [],
    parent: null,
  })
})

test('the deletion of a changelog entry returns the rest of its group, whose oldest translation is the original', async () => {
  const create = `mutation ($input: CreateChangelogInput!) { createChangelog(input: $input) { changelog { id } } }`
  const entry = async (input: object): Promise<string> =>
    (await ask(create, { title: 'Entry', ...input })).createChangelog.changelog.id
  const originalId = await entry({})
  const german = await entry({ originalId, locale: 'DE' })
  const french = await entry({ originalId, locale: 'FR' })
  const remove = `mutation ($input: DeleteChangelogInput!) {
    deleteChangelog(input: $input) { translations { id original { id } } } }`
  expect((await ask(remove, { id: originalId })).deleteChangelog.translations).toEqual([
    { id: german, original: null },
    { id: french, original: { id: german } },
  ])
  expect((await ask(remove, { id: french })).deleteChangelog.translations).toEqual([
    { id: german, original: null },
  ])
  expect((await ask(remove, { id: german })).deleteChangelog.translations).toEqual([])
})

const MERGE = 'mutation ($input: MergePostsInput!) { mergePosts(input: $input) { post { id } } }'
const DELETE_POST =
  'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedMergedPostIds } }'

test('the deletion of a post returns the ids of the posts that were merged into it', async () => {
  const ids = [await newPost(), await newPost(), await newPost()]
  const [id, ...duplicateIds] = ids
  await ask(MERGE, { id, postIds: duplicateIds })
  expect((await ask(DELETE_POST, { id })).deletePost.deletedMergedPostIds).toEqual(duplicateIds)
  expect((await ask(DELETE_POST, { id: await newPost() })).deletePost.deletedMergedPostIds).toEqual([])
})

test('the deletion of a post with more than 100 posts below it returns the ids of 100', async () => {
  const id = await newPost()
  const fields = Array.from(
    { length: 26 },
    (_, index) => `p${index}: createPost(input: { title: "Many" }) { post { id } }`,
  )
  for (let round = 0; round < 4; round++) {
    const created = await run(app, admin, `mutation { ${fields.join(' ')} }`)
    const postIds = Object.values<{ post: { id: string } }>(created).map(({ post }) => post.id)
    await ask(MERGE, { id, postIds })
  }
  expect((await ask(DELETE_POST, { id })).deletePost.deletedMergedPostIds).toHaveLength(100)
})
