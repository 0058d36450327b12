import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant
let customer: Headers
let other: Headers

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  customer = await tenant.sso({ email: 'customer@people.example', name: 'Customer' })
  other = await tenant.sso({ email: 'other@people.example', name: 'Other' })
})
afterAll(() => app.stop())

const LIST = 'query ($post: ID) { comments(filter: { postId: $post }) { nodes { id body } } }'
const CREATE =
  'mutation ($input: CreateCommentInput!) { createComment(input: $input) { id approvalStatus internal } }'

const bodies = async (post: string | null, headers: Headers): Promise<string[]> =>
  (await app.graphql(LIST, { post }, headers)).body.data.comments.nodes.map(
    ({ body }: { body: string }) => body,
  )
const create = (input: object, headers: Headers = tenant.key) => app.graphql(CREATE, { input }, headers)
const created = async (input: object, headers?: Headers): Promise<string> =>
  (await create(input, headers)).body.data.createComment.id
const codeOf = (answer: { body: { errors?: { extensions: { status: number } }[] } }) =>
  answer.body.errors?.[0]?.extensions.status

async function board(more: { private?: boolean; requiresModeration?: boolean } = {}): Promise<string> {
  const { kysely: db } = app.database
  const organizationId = tenant.organization.id
  const slug = `board-${Object.keys(more).join('-')}-${Math.random()}`
  const bucket = await db
    .insertInto('buckets')
    .values({ organizationId, slug, name: slug, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  const input = { title: `On ${slug}`, bucketId: `bkt_${bucket.id}` }
  const answer = await app.graphql(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { databaseId } } }',
    { input },
    tenant.key,
  )
  return String(answer.body.data.createPost.post.databaseId)
}
const commentRows = async () =>
  (await app.database.pool.query('select count(*)::int as count from comments')).rows[0].count as number

test('shows internal comments to the team only, by list, by id and below the post', async () => {
  const postId = await board()
  await created({ postId, body: 'Public' })
  const id = await created({ postId, body: 'Internal', internal: true })
  const reply = await created({ postId, body: 'Reply to internal', parentId: id })
  const member = await tenant.member('collaborator')
  for (const headers of [tenant.key, member.session])
    expect(await bodies(postId, headers)).toEqual(['Public', 'Internal', 'Reply to internal'])
  expect(await bodies(postId, customer)).toEqual(['Public'])
  const below = await app.graphql(
    'query ($id: ID!) { post(by: { id: $id }) { comments { nodes { body replies { nodes { body } } } } } }',
    { id: `post_${postId}` },
    customer,
  )
  expect(below.body.data.post.comments.nodes).toEqual([{ body: 'Public', replies: { nodes: [] } }])
  for (const hidden of [id, reply]) {
    expect(
      codeOf(await app.graphql('query ($id: ID!) { comment(id: $id) { id } }', { id: hidden }, customer)),
    ).toBe(404)
    expect(
      codeOf(
        await app.graphql('mutation ($id: ID!) { deleteComment(id: $id) { id } }', { id: hidden }, customer),
      ),
    ).toBe(404)
  }
  expect(codeOf(await create({ postId, body: 'To it', parentId: id }, customer))).toBe(422)
})

test("hides a private bucket's comments from customers, who cannot write there either", async () => {
  const postId = await board({ private: true })
  const id = await created({ postId, body: 'Behind doors' })
  expect(await bodies(postId, customer)).toEqual([])
  expect(await bodies(null, customer)).not.toContain('Behind doors')
  expect(codeOf(await app.graphql('query ($id: ID!) { comment(id: $id) { id } }', { id }, customer))).toBe(
    404,
  )
  const before = await commentRows()
  const refused = await create({ postId, body: 'Let me in' }, customer)
  const unknown = await create({ postId: '2147483000', body: 'Let me in' }, customer)
  expect(refused.text).toBe(unknown.text)
  expect(codeOf(refused)).toBe(422)
  expect(await commentRows()).toBe(before)
})

test("holds a customer's comment on a moderated bucket for approval, and shows it to its author and the team", async () => {
  const postId = await board({ requiresModeration: true })
  const waiting = (await create({ postId, body: 'Please' }, customer)).body.data.createComment
  expect(waiting.approvalStatus).toBe('PENDING')
  expect((await create({ postId, body: 'Team' })).body.data.createComment.approvalStatus).toBe('APPROVED')
  const withKey = await create({ postId, body: 'Through the key' }, { ...tenant.key, ...customer })
  expect(withKey.body.data.createComment.approvalStatus).toBe('PENDING')
  expect(await bodies(postId, customer)).toEqual(['Please', 'Team', 'Through the key'])
  expect(await bodies(postId, tenant.key)).toEqual(['Please', 'Team', 'Through the key'])
  expect(await bodies(postId, other)).toEqual(['Team'])
  const approve = 'mutation ($id: ID!) { updateComment(id: $id, input: { approvalStatus: APPROVED }) { id } }'
  expect(codeOf(await app.graphql(approve, { id: waiting.id }, customer))).toBe(403)
  expect(await bodies(postId, other)).toEqual(['Team'])
  await app.graphql(approve, { id: waiting.id }, tenant.admin.session)
  expect(await bodies(postId, other)).toEqual(['Please', 'Team'])
})

test("lets customers change and delete only their own comments, and not set the team's fields", async () => {
  const postId = await board()
  const own = await created({ postId, body: 'Mine' }, customer)
  const update =
    'mutation ($id: ID!, $input: UpdateCommentInput!) { updateComment(id: $id, input: $input) { body } }'
  const remove = 'mutation ($id: ID!) { deleteComment(id: $id) { id } }'
  expect(codeOf(await app.graphql(update, { id: own, input: { body: 'Yours' } }, other))).toBe(403)
  expect(codeOf(await app.graphql(remove, { id: own }, other))).toBe(403)
  for (const decision of [{ internal: true }, { pinned: true }, { approvalStatus: 'APPROVED' }]) {
    expect(codeOf(await app.graphql(update, { id: own, input: decision }, customer))).toBe(403)
    expect(codeOf(await create({ postId, body: 'x', ...decision }, customer))).toBe(403)
  }
  expect(await bodies(postId, tenant.key)).toEqual(['Mine'])
  const changed = await app.graphql(update, { id: own, input: { body: 'Mine, edited' } }, customer)
  expect(changed.body.data.updateComment).toEqual({ body: 'Mine, edited' })
  expect((await app.graphql(remove, { id: own }, customer)).body.data.deleteComment).toEqual({ id: own })
  expect(await bodies(postId, tenant.key)).toEqual([])
})

test('rejects comments of a blocked person', async () => {
  const postId = await board()
  const blocked = await tenant.sso({ email: 'blocked@people.example' })
  const own = await created({ postId, body: 'Before' }, blocked)
  await app.database.kysely
    .updateTable('users')
    .set({ blocked: true })
    .where('email', '=', 'blocked@people.example')
    .execute()
  expect(codeOf(await create({ postId, body: 'After' }, blocked))).toBe(403)
  expect(
    codeOf(await app.graphql('mutation ($id: ID!) { deleteComment(id: $id) { id } }', { id: own }, blocked)),
  ).toBe(403)
  expect(await bodies(postId, tenant.key)).toEqual(['Before'])
})

test('returns the counts after the mutation', async () => {
  const post = await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'Counted' },
  })
  const made = await app.graphql(
    'mutation ($input: CreateCommentInput!) { createComment(input: $input) { id post { commentsCount } } }',
    { input: { postId: post.body.id, body: 'One' } },
    tenant.key,
  )
  expect(made.body.data.createComment.post.commentsCount).toBe(1)
  const changed = await app.graphql(
    'mutation ($id: ID!) { updateComment(id: $id, input: { internal: true }) { post { commentsCount } } }',
    { id: made.body.data.createComment.id },
    tenant.key,
  )
  expect(changed.body.data.updateComment.post.commentsCount).toBe(0)
})
