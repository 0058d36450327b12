import { beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { growth } from '../support/memory-growth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const POSTS = 20
/** Number per post. All texts of one column have 400,000,000 characters. */
const COMMENTS = 40
const LENGTH = 500_000

const app = useApp()
const tenant = useTenant(app)
let posts: number[]

beforeAll(async () => {
  posts = []
  for (let index = 0; index < POSTS; index++) posts.push(await createPost(app, tenant))
  const { pool } = app.database
  await pool.query(`update posts set description = repeat('d', $1)`, [LENGTH])
  await pool.query(
    `insert into comments (organization_id, post_id, author_id, body, body_html, created_at, updated_at)
      select p.organization_id, p.id, p.submitter_id, repeat('b', $1), repeat('h', $1), now(), now()
      from posts p, generate_series(1, $2::int)`,
    [LENGTH, COMMENTS],
  )
})

const REFUSED = {
  message: expect.stringContaining('32000000 characters') as string,
  extensions: { code: 'INVALID_PARAM', status: 400 },
}

test.each([
  [
    'lists within a list',
    `{ posts(first: ${POSTS}) { nodes { comments(first: ${COMMENTS}) { nodes { body } } } } }`,
  ],
  [
    'lists below one object',
    () =>
      `{ post(by: { databaseId: ${posts[0]} }) { ${Array.from({ length: 25 }, (_, n) => `a${n}: comments(first: ${COMMENTS - n}) { nodes { body bodyHtml } }`).join(' ')} } }`,
  ],
  ['lists', `{ comments(first: 100) { nodes { body bodyHtml } } }`],
])('of %s whose texts are too long together few are read before the refusal', async (_what, query) => {
  let errors: unknown[] = []
  const grown = await growth(async () => {
    const { body } = await app.graphql(typeof query === 'string' ? query : query(), {}, tenant.key)
    errors = body.errors as unknown[]
  })
  expect(errors[0]).toMatchObject(REFUSED)
  // All texts are 400 MB to 500 MB, twice that as they come from the database.
  expect(grown).toBeLessThan(300_000_000)
})

test('rows that are asked for without their texts are read without them', async () => {
  const query = `{ comments(first: 100) { nodes { id post { id } } } posts(first: 20) { nodes { comments(first: 40) { nodes { id } } } } }`
  expect(await growth(() => run(app, tenant.key, query))).toBeLessThan(200_000_000)
})

test('long texts are answered whole, alone, in lists and below other objects', async () => {
  const query = `{ post(by: { databaseId: ${posts[0]} }) { description comments(first: 2) { nodes { body bodyHtml parent { body } post { description } } } }
    posts(first: 2) { nodes { description descriptionHtml } } comments(first: 2) { nodes { body } } }`
  const { post, posts: list, comments } = await run(app, tenant.key, query)
  const d = 'd'.repeat(LENGTH)
  const b = 'b'.repeat(LENGTH)
  expect(
    post.description === d &&
      list.nodes.every(({ description }: { description: string }) => description === d),
  ).toBe(true)
  expect(list.nodes[0].descriptionHtml).toBe('')
  expect(comments.nodes.map(({ body }: { body: string }) => body === b)).toEqual([true, true])
  for (const node of post.comments.nodes)
    expect([
      node.body === b,
      node.bodyHtml === 'h'.repeat(LENGTH),
      node.parent,
      node.post.description === d,
    ]).toEqual([true, true, null, true])
})

test('a list whose texts are short is read in one statement', async () => {
  const own = await createTenant(app)
  const id = await createPost(app, own)
  await createComment(app, own.key, id, 'short')
  app.statements.length = 0
  expect((await run(app, own.key, '{ comments { nodes { body } } }')).comments.nodes).toEqual([
    { body: 'short' },
  ])
  expect(app.statements).toHaveLength(1)
  app.statements.length = 0
  await run(app, own.key, '{ posts { nodes { description descriptionHtml } } }')
  expect(app.statements).toHaveLength(1)
  await expect.poll(() => app.database.pool.waitingCount).toBe(0)
})
