import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../support/app.ts'
import { run } from '../support/clients/operations.ts'
import { createComment, DELETE_COMMENT, postNodeId } from '../support/fixtures/comments.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ responseCacheMb: 0 })
const tenant = useTenant(app)
let customer: Headers

beforeAll(async () => {
  customer = await tenant.sso({ email: 'customer@people.example', name: 'Customer' })
})

const create = ({ postId, body }: { postId: number; body: string }, headers: Headers = tenant.key) =>
  createComment(app, headers, postId, body)

test('reads the posts of a page with a page of comments of each and their authors in one statement', async () => {
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
    counts.push(app.statements.length)
    expect(data.posts.nodes).toHaveLength(n)
    for (const { title, comments } of data.posts.nodes) {
      const index = Number(title.slice(1))
      const expected = ['a', 'b', 'c'].slice(0, index % 4).map((letter) => `${letter}${index}`)
      expect(comments.nodes.map(({ body }: { body: string }) => body)).toEqual(expected.slice(0, 2))
      expect(comments.pageInfo.hasNextPage).toBe(expected.length > 2)
    }
  }
  expect(counts).toEqual([1, 1, 1])
})

/** Pages of the comments of a post, and the number of statements that read them on a list of posts. */
const PAGES: [string, number][] = [
  ['comments(first: 2) { nodes { id body deleted author { name } } pageInfo { hasNextPage endCursor } }', 1],
  ['c: comments { edges { cursor node { id internal pinned approvalStatus author { id email } } } }', 2],
  ['comments(first: 1) { totalCount totalCountIsExact nodes { replies(first: 1) { nodes { id } } } }', 3],
  ['comments(first: 1, offset: 1) { nodes { id } pageInfo { hasPreviousPage } }', 2],
  ['comments(last: 2) { nodes { id parentId } pageInfo { hasPreviousPage } }', 2],
  ['a: comments(first: 1) { nodes { id } } b: comments(first: 2) { nodes { bodyHtml } }', 3],
  ['comments(first: 1) { nodes { id } } ... on Post { comments(first: 1) { nodes { body } } }', 2],
]

test('reads the same comments of a post in a list as of the post alone, for every viewer', async () => {
  const own = await createTenant(app)
  const person = await own.sso({ email: 'person@people.example', name: 'Person' })
  const viewers = [own.key, { ...own.key, ...person }, await own.sso({ email: 'other@people.example' })]
  const ids = [1, 2, 3].map((number) => createPost(app, own, `Wish ${number}`))
  for (const created of ids) {
    const postId = await created
    const first = await create({ postId, body: 'first' }, own.key)
    await createComment(app, own.key, postId, 'internal', { internal: true })
    await createComment(app, own.key, postId, 'reply', { parentId: first })
    await create({ postId, body: 'waits' }, person)
    await app.graphql(DELETE_COMMENT, { id: first }, own.key)
  }
  await app.database.pool.query("update comments set approval_status = 'pending' where body = 'waits'")
  for (const headers of viewers)
    for (const [fields, most] of PAGES)
      for (const args of ['first: 3', 'last: 3', 'first: 2, offset: 1', 'filter: { search: "wish" }']) {
        const list = `{ posts(${args}) { nodes { id tags { name } ${fields} } } }`
        // A document is compiled at its third execution.
        for (let time = 0; time < 3; time++) await run(app, headers, list)
        app.statements.length = 0
        const { posts } = await run(app, headers, list)
        const statements = [...app.statements]
        if (headers === own.key && !args.includes('search')) expect(statements.length, fields).toBe(most)
        expect(posts.nodes.length, args).toBeGreaterThan(1)
        for (const { id, ...rest } of posts.nodes) {
          const { post } = await run(
            app,
            headers,
            `{ post(by: { id: "${id}" }) { tags { name } ${fields} } }`,
          )
          expect(rest).toEqual(post)
        }
      }
})

test('rejects an invalid page of comments at its field', async () => {
  await createPost(app, tenant)
  for (const args of ['first: 0', 'first: 101', 'after: "x"', 'first: 1, last: 1']) {
    const query = `{ posts(first: 1) { nodes { comments(${args}) { nodes { id } } } } }`
    const { body } = await app.graphql(query, {}, tenant.key)
    expect(body.errors[0]).toMatchObject({
      path: ['posts', 'nodes', 0, 'comments'],
      extensions: { code: 'INVALID_PARAM' },
    })
  }
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
    counts.push(app.statements.length)
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
