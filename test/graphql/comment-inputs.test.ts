import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { CREATE_COMMENT, createComment, postNodeId, UPDATE_COMMENT } from '../support/fixtures/comments.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let postId: string

beforeAll(async () => {
  postId = postNodeId(await createPost(app, tenant))
})

const write = (body: string) => createComment(app, tenant.key, postId, body)

test('refuses an id of another type by name', async () => {
  const id = await write('Typed')
  const create = (input: object) =>
    refusal(app, tenant.key, CREATE_COMMENT, { input: { body: 'x', ...input } })
  expect(await create({ postId: id })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['postId'],
    message: `"postId" must be the id of a Post, not of a Comment: ${id}.`,
  })
  expect(await create({ postId, parentId: postId })).toMatchObject({ field: ['parentId'] })
  expect(await refusal(app, tenant.key, UPDATE_COMMENT, { input: { id: postId, body: 'x' } })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['id'],
  })
  const list = 'query ($id: ID!) { comments(filter: { postId: $id }) { nodes { id } } }'
  expect(await refusal(app, tenant.key, list, { id: 'abc' })).toMatchObject({
    code: 'INVALID_PARAM',
    message: '"filter.postId" must be the id of a Post, such as post_1: abc.',
  })
})

test('finds a comment by its id and its database id', async () => {
  const id = await write('Found')
  const databaseId = Number(id.split('_')[1])
  const query = `query ($id: ID!, $databaseId: Int!) {
    a: comment(by: { id: $id }) { id databaseId } b: comment(by: { databaseId: $databaseId }) { id }
    nodes(ids: [$id, "cmt_2147483000", "cmt_x"]) { ... on Comment { body } }
  }`
  expect(await run(app, tenant.key, query, { id, databaseId })).toEqual({
    a: { id, databaseId },
    b: { id },
    nodes: [{ body: 'Found' }, null, null],
  })
})

test('lists comments in both directions, with cursors', async () => {
  const own = postNodeId(await createPost(app, tenant))
  for (const body of ['1', '2', '3']) await createComment(app, tenant.key, own, body)
  const list = async (direction: string, after?: string) => {
    const { comments } = await run(
      app,
      tenant.key,
      `query ($filter: CommentFilter, $orderBy: CommentOrder, $after: String) {
        comments(filter: $filter, orderBy: $orderBy, first: 2, after: $after) { totalCount nodes { body } pageInfo { endCursor } } }`,
      { filter: { postId: own }, orderBy: { field: 'CREATED_AT', direction }, after },
    )
    expect(comments.totalCount).toBe(3)
    return [comments.nodes.map(({ body }: { body: string }) => body).join(''), comments.pageInfo.endCursor]
  }
  for (const [direction, first, rest] of [
    ['ASC', '12', '3'],
    ['DESC', '32', '1'],
  ] as const) {
    const [bodies, cursor] = await list(direction)
    expect([bodies, (await list(direction, cursor))[0]]).toEqual([first, rest])
  }
})

test('refuses an update without a change, a null, and one that is based on an old version', async () => {
  const id = await write('First')
  const update = (input: object) => refusal(app, tenant.key, UPDATE_COMMENT, { input: { id, ...input } })
  expect(await update({})).toMatchObject({ code: 'UNPROCESSABLE', field: null })
  expect(await update({ body: null })).toMatchObject({ code: 'INVALID_PARAM', field: ['body'] })
  expect(await update({ body: ' ' })).toMatchObject({ code: 'MISSING_PARAM', field: ['body'] })
  const change = async (input: object) =>
    (await run(app, tenant.key, UPDATE_COMMENT, { input: { id, ...input } })).updateComment.comment
  const { updatedAt } = await change({ pinned: true })
  const second = await change({ body: 'Second', ifUnchangedSince: updatedAt })
  expect(second.updatedAt > updatedAt).toBe(true)
  expect(await update({ body: 'Third', ifUnchangedSince: updatedAt })).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
  expect(await change({ body: 'Second' })).toEqual(second)
})

test('one refused mutation leaves the others standing', async () => {
  const mutation = `mutation ($post: ID!) {
    a: createComment(input: { postId: $post, body: "Kept", clientMutationId: "a" }) { clientMutationId comment { body } errors { field } }
    b: createComment(input: { postId: $post, body: " " }) { comment { body } errors { code field } }
  }`
  const { body } = await app.graphql(mutation, { post: postId }, tenant.key)
  expect(body).toEqual({
    data: {
      a: { clientMutationId: 'a', comment: { body: 'Kept' }, errors: [] },
      b: { comment: null, errors: [{ code: 'MISSING_PARAM', field: ['body'] }] },
    },
  })
})
