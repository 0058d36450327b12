import { beforeAll, expect, test } from 'vitest'
import {
  CREATE_COMMENT,
  createComment,
  DELETE_COMMENT,
  postNodeId,
  UPDATE_COMMENT,
} from '../support/fixtures/comments.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let customer: Headers
let other: Headers

beforeAll(async () => {
  customer = await tenant.sso({ email: 'customer@people.example', name: 'Customer' })
  other = await tenant.sso({ email: 'other@people.example', name: 'Other' })
})

const LIST = 'query ($post: ID) { comments(filter: { postId: $post }) { totalCount nodes { id body } } }'
const ONE = 'query ($id: ID!) { comment(by: { id: $id }) { id } node(id: $id) { id } }'

const bodies = async (post: string | null, headers: Headers): Promise<string[]> => {
  const { comments } = await run(app, headers, LIST, { post })
  expect(comments.totalCount).toBe(comments.nodes.length)
  return comments.nodes.map(({ body }: { body: string }) => body)
}
const create = async (input: { postId: string; body: string }, headers: Headers = tenant.key) =>
  (await run(app, headers, CREATE_COMMENT, { input })).createComment.comment
const created = (
  { postId, body, ...more }: { postId: string; body: string },
  headers: Headers = tenant.key,
) => createComment(app, headers, postId, body, more)
const refused = (input: object, headers: Headers) => refusal(app, headers, CREATE_COMMENT, { input })

async function postIn(bucket: { private?: boolean; requiresModeration?: boolean } = {}): Promise<string> {
  const { kysely: db } = app.database
  const organizationId = tenant.organization.id
  const slug = `bucket-${Object.keys(bucket).join('-')}-${Math.random()}`
  const { id } = await db
    .insertInto('buckets')
    .values({ organizationId, slug, name: slug, ...bucket })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { createPost: made } = await run(
    app,
    tenant.key,
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }',
    { input: { title: `In ${slug}`, bucketId: `bkt_${id}` } },
  )
  return made.post.id
}
const commentRows = async () =>
  (await app.database.pool.query('select count(*)::int as count from comments')).rows[0].count as number

test('shows internal comments to the team only, by list, by id and below the post', async () => {
  const postId = await postIn()
  await created({ postId, body: 'Public' })
  const id = await createComment(app, tenant.key, postId, 'Internal', { internal: true })
  const reply = await createComment(app, tenant.key, postId, 'Reply to internal', { parentId: id })
  const member = await tenant.member('collaborator')
  for (const headers of [tenant.key, member.session])
    expect(await bodies(postId, headers)).toEqual(['Public', 'Internal', 'Reply to internal'])
  expect(await bodies(postId, customer)).toEqual(['Public'])
  const below =
    'query ($id: ID!) { post(by: { id: $id }) { comments(first: 5) { totalCount nodes { body replies(first: 5) { totalCount nodes { body } } } } } }'
  expect((await run(app, customer, below, { id: postId })).post.comments).toEqual({
    totalCount: 1,
    nodes: [{ body: 'Public', replies: { totalCount: 0, nodes: [] } }],
  })
  for (const hidden of [id, reply]) {
    expect(await run(app, member.session, ONE, { id: hidden })).toEqual({
      comment: { id: hidden },
      node: { id: hidden },
    })
    expect(await run(app, customer, ONE, { id: hidden })).toEqual({ comment: null, node: null })
    expect(await refusal(app, customer, DELETE_COMMENT, { id: hidden })).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await refused({ postId, body: 'To it', parentId: id }, customer)).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['parentId'],
  })
})

test("hides a private bucket's comments from customers, who cannot write there either", async () => {
  const postId = await postIn({ private: true })
  const id = await created({ postId, body: 'Behind doors' })
  expect(await bodies(postId, customer)).toEqual([])
  expect(await bodies(null, customer)).not.toContain('Behind doors')
  expect(await run(app, customer, ONE, { id })).toEqual({ comment: null, node: null })
  const before = await commentRows()
  const hidden = await refused({ postId, body: 'Let me in' }, customer)
  expect(hidden).toEqual(await refused({ postId: 'post_2147483000', body: 'Let me in' }, customer))
  expect(hidden).toMatchObject({ code: 'UNPROCESSABLE', field: ['postId'] })
  expect(await commentRows()).toBe(before)
})

test("holds a customer's comment on a moderated bucket for approval, and shows it to its author and the team", async () => {
  const postId = await postIn({ requiresModeration: true })
  const pending = { approvalStatus: 'PENDING' }
  const approved = { approvalStatus: 'APPROVED' }
  const waiting = await create({ postId, body: 'Please' }, customer)
  expect(waiting).toMatchObject(pending)
  expect(await create({ postId, body: 'Team' })).toMatchObject(approved)
  expect(await create({ postId, body: 'Through the key' }, { ...tenant.key, ...customer })).toMatchObject(
    pending,
  )
  expect(await bodies(postId, customer)).toEqual(['Please', 'Team', 'Through the key'])
  expect(await bodies(postId, tenant.key)).toEqual(['Please', 'Team', 'Through the key'])
  expect(await bodies(postId, other)).toEqual(['Team'])
  const input = { id: waiting.id, ...approved }
  expect(await refusal(app, customer, UPDATE_COMMENT, { input })).toMatchObject({ status: 403 })
  expect(await bodies(postId, other)).toEqual(['Team'])
  const { updateComment } = await run(app, tenant.admin.session, UPDATE_COMMENT, { input })
  expect(updateComment).toMatchObject({ comment: approved, post: { commentsCount: 2 } })
  expect(await bodies(postId, other)).toEqual(['Please', 'Team'])
})

test("lets customers change and delete only their own comments, and not set the team's fields", async () => {
  const postId = await postIn()
  const id = await created({ postId, body: 'Mine' }, customer)
  const update = (input: object, headers: Headers) =>
    refusal(app, headers, UPDATE_COMMENT, { input: { id, ...input } })
  expect(await update({ body: 'Yours' }, other)).toMatchObject({ status: 403 })
  expect(await refusal(app, other, DELETE_COMMENT, { id })).toMatchObject({ status: 403 })
  for (const decision of [{ internal: true }, { pinned: true }, { approvalStatus: 'APPROVED' }]) {
    expect(await update(decision, customer)).toMatchObject({ status: 403 })
    expect(await refused({ postId, body: 'x', ...decision }, customer)).toMatchObject({ status: 403 })
  }
  expect(await bodies(postId, tenant.key)).toEqual(['Mine'])
  const { updateComment } = await run(app, customer, UPDATE_COMMENT, { input: { id, body: 'Mine, edited' } })
  expect(updateComment.comment.body).toBe('Mine, edited')
  expect((await run(app, customer, DELETE_COMMENT, { id })).deleteComment).toEqual({
    deletedCommentId: id,
    comment: null,
    post: { commentsCount: 0 },
    errors: [],
  })
  expect(await bodies(postId, tenant.key)).toEqual([])
})

test('rejects comments of a blocked person', async () => {
  const postId = await postIn()
  const blocked = await tenant.sso({ email: 'blocked@people.example' })
  const id = await created({ postId, body: 'Before' }, blocked)
  await app.database.kysely
    .updateTable('users')
    .set({ blocked: true })
    .where('email', '=', 'blocked@people.example')
    .execute()
  expect(await refused({ postId, body: 'After' }, blocked)).toMatchObject({ status: 403 })
  expect(await refusal(app, blocked, DELETE_COMMENT, { id })).toMatchObject({ status: 403 })
  expect(await bodies(postId, tenant.key)).toEqual(['Before'])
})

test('payloads contain the counts of the post after the mutation', async () => {
  const postId = postNodeId(await createPost(app, tenant))
  const { createComment: made } = await run(app, tenant.key, CREATE_COMMENT, {
    input: { postId, body: 'One' },
  })
  expect(made.post.commentsCount).toBe(1)
  const input = { id: made.comment.id, internal: true }
  expect((await run(app, tenant.key, UPDATE_COMMENT, { input })).updateComment.post.commentsCount).toBe(0)
})

test('a placeholder has no author, and its replies remain', async () => {
  const postId = postNodeId(await createPost(app, tenant))
  const id = await created({ postId, body: 'A secret' }, customer)
  const reply = await createComment(app, tenant.key, postId, 'Reply', { parentId: id })
  expect((await run(app, tenant.key, DELETE_COMMENT, { id })).deleteComment).toMatchObject({
    deletedCommentId: id,
    comment: { deleted: true, body: 'This comment was deleted' },
    post: { commentsCount: 1 },
  })
  const query =
    'query ($id: ID!) { comment(by: { id: $id }) { parentId parent { id deleted author { name } replies { nodes { id author { name } } } } } }'
  expect((await run(app, customer, query, { id: reply })).comment).toEqual({
    parentId: id,
    parent: {
      id,
      deleted: true,
      author: null,
      replies: { nodes: [{ id: reply, author: { name: `admin of ${tenant.organization.slug}` } }] },
    },
  })
})
