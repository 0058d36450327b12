import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const PARENTS = 100

const app = useApp()
const tenant = useTenant(app)
let ann: Headers

/** Creates as many buckets, statuses, tags and customers as posts, each with one post of its own. */
beforeAll(async () => {
  ;({ ann } = await customers(app, tenant, 'ann'))
  await submit(app, ann, 'Of ann')
  await app.database.pool.query(
    `with made as (select n, $1::int as organization from generate_series(1, ${PARENTS}) n),
      b as (insert into buckets (organization_id, slug, name, position)
        select organization, 'b' || n, 'B' || n, n from made returning id, name),
      u as (insert into users (organization_id, email, name, labels)
        select organization, 'u' || n || '@people.example', 'U' || n, '{}' from made returning id, name),
      t as (insert into tags (organization_id, name, color)
        select organization, 'T' || n, '#112233' from made returning id, name),
      p as (insert into posts (organization_id, slug, title, bucket_id, status_id, submitter_id, private, approval_status)
        select organization, 'p' || n, 'P' || n, b.id, (select min(id) from statuses where organization_id = organization), u.id,
          n % 10 = 1, (case when n % 10 = 2 then 'pending' else 'approved' end)::approval_status
        from made join b on b.name = 'B' || n join u on u.name = 'U' || n returning id, title)
      insert into post_tags (organization_id, post_id, tag_id)
        select organization, p.id, t.id from made join p on p.title = 'P' || n join t on t.name = 'T' || n`,
    [tenant.organization.id],
  )
})

const LISTS: [name: string, query: (size: number) => string][] = [
  ['Bucket.posts', (n) => `{ list: buckets(first: ${n}) { nodes { posts(first: 3) { nodes { title } } } } }`],
  ['Tag.posts', (n) => `{ list: tags(first: ${n}) { nodes { posts(first: 3) { nodes { title } } } } }`],
  [
    'User.posts',
    (n) => `{ list: posts(first: ${n}) { nodes { submitter { posts(first: 3) { nodes { title } } } } } }`,
  ],
  [
    'Status.posts',
    (n) => `{ list: posts(first: ${n}) { nodes { status { posts(first: 1) { nodes { title } } } } } }`,
  ],
  [
    'Post.voters',
    (n) => `{ list: posts(first: ${n}) { nodes { voters(first: 3) { nodes { direction } } } } }`,
  ],
  [
    'Post.subscribers',
    (n) => `{ list: posts(first: ${n}) { nodes { subscribers(first: 3) { nodes { createdAt } } } } }`,
  ],
]

test.each(LISTS)('%s reads as many statements for 10, 30 and 100 parents', async (_name, query) => {
  const count = async (size: number) => {
    app.statements.length = 0
    await run(app, tenant.key, query(size))
    return app.statements.length
  }
  await count(10)
  const few = await count(10)
  expect(few).toBeLessThan(5)
  expect([await count(30), await count(100)]).toEqual([few, few])
})

const titles = (list: { nodes: { title: string }[] }) => list.nodes.map(({ title }) => title)

test('the posts of a bucket, a tag and a person are those that the caller sees', async () => {
  const query =
    '{ tags(first: 100) { nodes { name posts(first: 5) { totalCount nodes { title } } } } buckets(first: 100) { nodes { name posts(first: 5) { totalCount nodes { title } } } } }'
  const team = await run(app, tenant.key, query)
  const customer = await run(app, ann, query)
  const of = (data: typeof team, list: 'tags' | 'buckets', name: string) => {
    const { posts } = data[list].nodes.find((node: { name: string }) => node.name === name)
    expect(posts.totalCount).toBe(posts.nodes.length)
    return titles(posts)
  }
  expect([of(team, 'tags', 'T2'), of(team, 'tags', 'T3'), of(team, 'tags', 'T11')]).toEqual([
    ['P2'],
    ['P3'],
    [],
  ])
  // Posts of private buckets are listed in their bucket without a filter.
  expect([of(team, 'buckets', 'B11'), of(team, 'buckets', 'B3')]).toEqual([['P11'], ['P3']])
  for (const number of [1, 2, 11, 12]) {
    expect(of(customer, 'tags', `T${number}`)).toEqual([])
    expect(of(customer, 'buckets', `B${number}`)).toEqual([])
  }
  expect(of(customer, 'tags', 'T3')).toEqual(['P3'])
})

test('the posts of an object are filtered, sorted and paged as any list of posts', async () => {
  const status = async (args: string, headers = tenant.key) => {
    const { posts } = await run(
      app,
      headers,
      `{ posts(first: 1) { nodes { status { posts(${args}) { totalCount nodes { title } pageInfo { endCursor } } } } } }`,
    )
    return posts.nodes[0].status.posts
  }
  const oldest = 'orderBy: { field: CREATED_AT, direction: ASC }, filter: { includePrivate: true }'
  const first = await status(`first: 2, ${oldest}`)
  expect(first).toMatchObject({ totalCount: PARENTS + 1, nodes: [{ title: 'Of ann' }, {}] })
  const next = await status(`first: 2, after: "${first.pageInfo.endCursor}", ${oldest}`)
  expect(titles(first)).not.toContain(titles(next)[0])
  expect((await status('filter: { approvalStatus: PENDING }')).totalCount).toBe(PARENTS / 10)
  const { tags } = await run(app, tenant.key, '{ tags(first: 100) { nodes { id name } } }')
  const id = tags.nodes.find(({ name }: { name: string }) => name === 'T3').id
  expect(titles(await status(`filter: { tagIds: ["${id}"] }`))).toEqual(['P3'])
  const query = (filter: string) =>
    `{ tags(first: 10) { nodes { posts(filter: { ${filter} }) { nodes { id } } } } }`
  const unknown = await run(app, tenant.key, query('statuses: [{ slug: "x" }]'))
  expect(unknown.tags.nodes).toEqual(Array.from({ length: 10 }, () => ({ posts: { nodes: [] } })))
  expect(await refusal(app, ann, query('hidden: true'))).toMatchObject({ code: 'FORBIDDEN' })
})

test('voters and subscribers of a post are for the team', async () => {
  const id = postId(await submit(app, tenant.key, 'Watched'))
  const query = `{ post(by: { id: "${id}" }) { voters { totalCount } subscribers { totalCount } } }`
  expect((await run(app, tenant.key, query)).post).toEqual({
    voters: { totalCount: 1 },
    subscribers: { totalCount: 1 },
  })
  expect((await run(app, ann, query)).post).toEqual({ voters: null, subscribers: null })
})

test("reads the caller's own votes on a page of posts in one statement", async () => {
  app.statements.length = 0
  await run(app, ann, '{ posts(first: 5) { nodes { viewerVote } } }')
  expect(app.statements.filter((text) => /from "votes"/.test(text))).toHaveLength(1)
})
