import { beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const POSTS = 30
const TAGS = 300

const app = useApp()
const tenant = useTenant(app)

beforeAll(async () => {
  const { pool } = app.database
  for (let index = 0; index < POSTS; index++) await createPost(app, tenant)
  await pool.query(
    `insert into tags (organization_id, name, color, created_at)
      select $1, 'tag ' || n, '#000000', now() from generate_series(1, $2::int) n`,
    [tenant.organization.id, TAGS],
  )
  await pool.query(
    `insert into post_tags (organization_id, post_id, tag_id)
      select p.organization_id, p.id, t.id from posts p join tags t on t.organization_id = p.organization_id`,
  )
})

const tags = (count: number) =>
  `{ posts(first: ${POSTS}) { nodes { ${Array.from({ length: count }, (_, index) => `a${index}: tags { id }`).join(' ')} } } }`

test.each([1, 2, 3])(
  'an answer holds at most 100,000 items of lists without pages, asked for the %i. time',
  async () => {
    const { posts } = await run(app, tenant.key, tags(5))
    expect(posts.nodes[0].a4).toHaveLength(TAGS)
    const { body, text } = await app.graphql(tags(12), {}, tenant.key)
    expect(text.length).toBeLessThan(100_000)
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('100000 items of lists') as string,
      extensions: { code: 'INVALID_PARAM', status: 400 },
    })
  },
)

type Connected = { connection: { stream: { bytesRead: number } } }

/** Number of bytes that the connections of the pool have received. Background work selects some of them. */
const bytesRead = () =>
  (app.database.pool as unknown as { _clients: Connected[] })._clients.reduce(
    (sum, { connection }) => sum + connection.stream.bytesRead,
    0,
  )

test('tags of posts are sorted by name, and the rows of a page are few', async () => {
  const query = `{ posts(first: ${POSTS}) { nodes { tags { id name createdAt } } } }`
  const { rows } = await app.database.pool.query('select id from tags order by name, id')
  const ids = rows.map(({ id }) => `tag_${String(id)}`)
  const before = bytesRead()
  const { posts } = await run(app, tenant.key, query)
  expect(posts.nodes).toHaveLength(POSTS)
  for (const { tags: found } of posts.nodes) expect(found.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(bytesRead()).toBeGreaterThan(before)
  // One row for each post and tag takes about 100 bytes.
  expect(bytesRead() - before).toBeLessThan((POSTS * TAGS * 100) / 4)
})
