import { beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { postNodeId } from '../support/fixtures/comments.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let calls: ReturnType<typeof roadmapCalls>
let posts: Record<string, string>

beforeAll(async () => {
  calls = roadmapCalls(app, tenant)
  posts = {}
  for (const title of ['A', 'B', 'C', 'D', 'E']) posts[title] = postNodeId(await calls.post(title))
})

async function roadmapOf(titles: string): Promise<string> {
  const id = await calls.create({})
  for (const title of titles) await calls.add(id, Number(posts[title]?.split('_')[1]))
  return id
}
const order = async (id: string) => (await calls.titles(id)).join('')
const move = (id: string, title: string, side: 'after' | 'before', neighbor: string) =>
  calls.change(
    'moveRoadmapPost',
    { id, postId: posts[title], position: { [`${side}PostId`]: posts[neighbor] } },
    'roadmapPost { position post { title } }',
  )
const positions = async (id: string) =>
  (
    await app.database.pool.query<{ position: number }>(
      'select position from roadmap_posts where roadmap_id = $1 order by post_id',
      [id.split('_')[1]],
    )
  ).rows.map(({ position }) => position)

test('moves a post after and before another one', async () => {
  const id = await roadmapOf('ABCDE')
  for (const [title, side, neighbor, expected] of [
    ['A', 'after', 'C', 'BCADE'],
    ['E', 'before', 'B', 'EBCAD'],
    ['E', 'after', 'D', 'BCADE'],
    ['C', 'before', 'A', 'BCADE'],
    ['D', 'after', 'B', 'BDCAE'],
  ] as const) {
    const { roadmapPost } = await move(id, title, side, neighbor)
    expect(roadmapPost).toEqual({ position: expected.indexOf(title), post: { title } })
    expect(await order(id)).toBe(expected)
  }
})

test('changes only the positions between the old and the new one, and makes equal positions distinct', async () => {
  const id = await roadmapOf('ABCDE')
  await calls.change('removeRoadmapPost', { id, postId: posts.C })
  await move(id, 'A', 'after', 'B')
  expect(await positions(id)).toEqual([1, 0, 3, 4])
  await app.database.pool.query('update roadmap_posts set position = 0 where roadmap_id = $1', [
    id.split('_')[1],
  ])
  await move(id, 'E', 'before', 'B')
  expect(await order(id)).toBe('AEBD')
  expect(await positions(id)).toEqual([0, 2, 3, 1])
})

test('leaves a total order after concurrent moves', async () => {
  const id = await roadmapOf('ABCDE')
  await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'A', 'B', 'C'].map((title, index) =>
      move(id, title, index % 2 ? 'after' : 'before', title === 'E' ? 'A' : 'E'),
    ),
  )
  expect([...(await order(id))].sort().join('')).toBe('ABCDE')
  expect((await positions(id)).sort()).toEqual([0, 1, 2, 3, 4])
})

test('refuses a move that names no other post of the roadmap', async () => {
  const id = await roadmapOf('ABC')
  const { A, D } = posts
  for (const [input, field] of [
    [{ postId: D, position: { afterPostId: A } }, ['postId']],
    [{ postId: A, position: { afterPostId: D } }, ['position', 'afterPostId']],
    [{ postId: A, position: { beforePostId: D } }, ['position', 'beforePostId']],
    [{ postId: A, position: { afterPostId: A } }, ['position', 'afterPostId']],
    [{ postId: A, position: { afterPostId: id } }, ['position', 'afterPostId']],
  ] as const)
    expect(await calls.refuse('moveRoadmapPost', { id, ...input })).toMatchObject({ field })
  expect(await order(id)).toBe('ABC')
})

test('a post has its roadmaps that the caller may see, newest first', async () => {
  const open = await roadmapOf('D')
  const inner = await calls.create({ isPublic: false })
  await calls.change('addRoadmapPost', { id: inner, postId: posts.D })
  const query =
    'query ($id: ID!) { roadmap(by: { id: $id }) { posts { nodes { post { roadmaps(first: 2) { nodes { id } } } } } } }'
  const read = async (headers: Headers) =>
    (await calls.ask(query, { id: open }, headers)).roadmap.posts.nodes[0].post.roadmaps.nodes
  expect(await read(tenant.key)).toEqual([{ id: inner }, { id: open }])
  const customer = await tenant.sso({ email: 'customer@example.com' })
  const shown = await read(customer)
  expect(shown[0]).toEqual({ id: open })
  expect(shown).not.toContainEqual({ id: inner })
})

test('reads the roadmaps of 10, 30 and 100 posts in the same number of statements', async () => {
  const { pool } = app.database
  const id = await calls.create({})
  await pool.query(
    `with made as (insert into posts (organization_id, slug, title, bucket_id, status_id, submitter_id, description, description_html, preview)
      select p.organization_id, 'many-' || n, 'Many', p.bucket_id, p.status_id, p.submitter_id, '', '', ''
      from posts p, generate_series(1, 100) n where p.id = $2 returning organization_id, id)
    insert into roadmap_posts (organization_id, roadmap_id, post_id, position)
      select organization_id, $1, id, id from made`,
    [Number(id.split('_')[1]), Number(posts.A?.split('_')[1])],
  )
  const query = `query ($id: ID!, $n: Int!) { roadmap(by: { id: $id }) { posts(first: $n) { nodes { post { roadmaps(first: 2) { nodes { slug } } } } } } }`
  const counts: number[] = []
  for (const n of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { roadmap } = await run(app, tenant.admin.session, query, { id, n })
    expect(roadmap.posts.nodes).toHaveLength(n)
    for (const { post } of roadmap.posts.nodes) expect(post.roadmaps.nodes).toHaveLength(1)
    counts.push(app.statements.length)
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
})

test('lists roadmaps by title and finds one by its slug', async () => {
  for (const title of ['Zebra', 'Apple']) await calls.create({ title, archived: true })
  const list = `query ($orderBy: RoadmapOrder) { roadmaps(filter: { archived: true, status: BACKLOG }, orderBy: $orderBy) { totalCount nodes { title } } }`
  for (const [direction, titles] of [
    ['ASC', ['Apple', 'Zebra']],
    ['DESC', ['Zebra', 'Apple']],
  ] as const) {
    const { roadmaps } = await calls.ask(list, { orderBy: { field: 'TITLE', direction } })
    expect(roadmaps).toEqual({ totalCount: 2, nodes: titles.map((title) => ({ title })) })
  }
  const one = '{ a: roadmap(by: { slug: "zebra" }) { title } b: roadmap(by: { slug: "none" }) { title } }'
  expect(await calls.ask(one)).toEqual({ a: { title: 'Zebra' }, b: null })
})
