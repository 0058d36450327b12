import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Answer, type TestApp } from '../support/app.ts'
import { run } from '../support/clients/operations.ts'
import { createComment, DELETE_COMMENT, postNodeId } from '../support/fixtures/comments.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant
let customer: Headers

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  customer = await tenant.sso({ email: 'customer@people.example', name: 'Customer' })
})
afterAll(() => app.stop())

const create = ({ postId, body }: { postId: number; body: string }, headers: Headers = tenant.key) =>
  createComment(app, headers, postId, body)

test('reads the comments of all posts of a page in one statement, a page of comments per post', async () => {
  const many = await createTenant(app)
  const QUERY =
    'query ($n: Int!) { posts(first: $n) { nodes { title comments(first: 2) { nodes { body author { name } } pageInfo { hasNextPage } } } } }'
  for (let index = 0; index < 30; index++) {
    const postId = await createPost(app, many, `P${index}`)
    for (const body of ['a', 'b', 'c'].slice(0, index % 4))
      await create({ postId, body: `${body}${index}` }, many.key)
  }
  const counts = []
  for (const n of [5, 10, 30]) {
    await app.graphql('{ posts(first: 1) { nodes { id } } }', {}, many.key)
    app.statements.length = 0
    const { data } = (await app.graphql(QUERY, { n }, many.key)).body
    counts.push(app.statements.filter((text) => !text.includes('api_keys')).length)
    for (const { title, comments } of data.posts.nodes) {
      const index = Number(title.slice(1))
      const expected = ['a', 'b', 'c'].slice(0, index % 4).map((letter) => `${letter}${index}`)
      expect(comments.nodes.map(({ body }: { body: string }) => body)).toEqual(expected.slice(0, 2))
      expect(comments.pageInfo.hasNextPage).toBe(expected.length > 2)
    }
  }
  expect(counts).toEqual([3, 3, 3])
})

test('reads the replies to all comments of a page in one statement, with their numbers in another', async () => {
  const own = await createTenant(app)
  const postId = await createPost(app, own)
  for (let index = 0; index < 30; index++) {
    const parentId = await create({ postId, body: `${index}` }, own.key)
    await createComment(app, own.key, postId, `to ${index}`, { parentId })
  }
  const query =
    'query ($n: Int!) { comments(first: $n) { nodes { parentId replies(first: 1) { totalCount nodes { body } } } } }'
  const counts = []
  for (const n of [10, 10, 30, 60]) {
    app.statements.length = 0
    const { comments } = await run(app, own.key, query, { n })
    counts.push(app.statements.filter((text) => !text.includes('api_keys')).length)
    for (const { parentId, replies } of comments.nodes)
      expect(replies.totalCount).toBe(parentId === null ? 1 : 0)
  }
  expect(counts.slice(1)).toEqual([3, 3, 3])
})

test('pages through all comments of a list by cursors', async () => {
  const postId = await createPost(app, tenant)
  for (const body of ['1', '2', '3', '4', '5']) await create({ postId, body })
  const QUERY =
    'query ($id: ID!, $after: String) { post(by: { id: $id }) { comments(first: 2, after: $after) { nodes { body } pageInfo { endCursor hasNextPage } } } }'
  const seen: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const answer: Answer = await app.graphql(QUERY, { id: postNodeId(postId), after }, customer)
    const { comments } = answer.body.data.post
    seen.push(...comments.nodes.map(({ body }: { body: string }) => body))
    after = comments.pageInfo.endCursor
    more = comments.pageInfo.hasNextPage
  }
  expect(seen).toEqual(['1', '2', '3', '4', '5'])
})

test('counts all comments written concurrently', async () => {
  const postId = await createPost(app, tenant)
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => create({ postId, body: `${index}` })),
  )
  const count = async () =>
    (
      await run(app, tenant.key, 'query ($id: ID!) { post(by: { id: $id }) { commentsCount } }', {
        id: postNodeId(postId),
      })
    ).post.commentsCount
  expect(await count()).toBe(12)
  await Promise.all(
    ids.slice(0, 7).flatMap((id) => [1, 2].map(() => app.graphql(DELETE_COMMENT, { id }, tenant.key))),
  )
  expect(await count()).toBe(5)
})
