import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { changelogCalls } from '../support/fixtures/changelogs.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test('pages the posts of an entry that the caller may see, in order', async () => {
  const { written, post } = changelogCalls(app, tenant)
  const posts: { id: number }[] = []
  for (const title of ['One', 'Two', 'Three', 'Hidden', 'Five']) posts.push(await post(title))
  const [one, two, three, hidden, five] = posts.map(({ id }) => id)
  await app.database.pool.query(`update posts set private = true where id = $1`, [hidden])
  const order = [five, hidden, one, three, two]
  const { id } = await written({ published: true, feature_requests_ids: order })
  const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $offset: Int) { changelog(by: { id: $id }) {
    referencedPosts(first: $first, after: $after, last: $last, offset: $offset) {
      totalCount nodes { databaseId } pageInfo { endCursor hasNextPage } } posts { databaseId } } }`
  const read = async (args: object, headers: Headers = tenant.key) => {
    const { changelog } = await run(app, headers, query, { id: `chg_${id}`, ...args })
    const { nodes, ...page } = changelog.referencedPosts
    return {
      ...page,
      ids: nodes.map(({ databaseId }: { databaseId: number }) => databaseId),
      all: changelog.posts,
    }
  }
  const { pageInfo, ...start } = await read({ first: 2 })
  expect(start).toEqual({
    totalCount: 5,
    ids: [five, hidden],
    all: order.map((databaseId) => ({ databaseId })),
  })
  expect(await read({ first: 2, after: pageInfo.endCursor })).toMatchObject({ ids: [one, three] })
  expect(await read({ last: 1 })).toMatchObject({ ids: [two], pageInfo: { hasNextPage: false } })
  expect(await read({ first: 3, offset: 1 })).toMatchObject({ ids: [hidden, one, three] })
  const visible = [five, one, three, two]
  expect(await read({}, await tenant.sso({ email: 'reader@people.example' }))).toMatchObject({
    totalCount: 4,
    ids: visible,
    all: visible.map((databaseId) => ({ databaseId })),
  })
})

test('reads the posts of 100 entries in as many statements as of 10', async () => {
  const { written, post } = changelogCalls(app, tenant)
  const { id: postId } = await post('First')
  const entry = await written({ published: true, feature_requests_ids: [postId] })
  await app.database.pool.query(
    `with copies as (
       insert into changelogs (organization_id, author_id, slug, title, created_at, updated_at)
       select organization_id, author_id, 'copy-' || n, 'Copy', created_at, updated_at
       from changelogs, generate_series(1, 99) n where id = $1 returning organization_id, id)
     insert into changelog_posts select organization_id, id, $2, 0 from copies`,
    [entry.id, postId],
  )
  const query = `query ($first: Int!) { changelogs(first: $first) { nodes {
    referencedPosts(first: 2) { nodes { databaseId } } } } }`
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { changelogs } = await run(app, tenant.key, query, { first: size })
    expect(changelogs.nodes).toEqual(
      Array(size).fill({ referencedPosts: { nodes: [{ databaseId: postId }] } }),
    )
    counts.push(app.statements.length)
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
})
