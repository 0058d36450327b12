import { beforeAll, expect, test } from 'vitest'
import { readCredentials } from '../../src/auth/credentials.ts'
import { viewerOf, type Caller } from '../../src/auth/caller.ts'
import { identify } from '../../src/auth/identify.ts'
import { canSeePost } from '../../src/modules/posts/policy.ts'
import { visiblePosts } from '../../src/modules/posts/visible-posts-sql.ts'
import { run } from '../support/clients/operations.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'
import { Parameters } from '../../src/db/lists/parameters.ts'

type PostFields = {
  id: number
  private: boolean
  approvalStatus: string
  hidden: boolean
  merged: boolean
  submitterId: number
}

const app = useApp()
const tenant = useTenant(app)
let viewers: Record<string, Headers>
let posts: PostFields[]
let parent: string
let roadmap: string

const BOTH = [true, false]
const CASES = BOTH.flatMap((own) =>
  BOTH.flatMap((isPrivate) =>
    BOTH.flatMap((pending) =>
      BOTH.flatMap((hidden) => BOTH.map((merged) => ({ own, isPrivate, pending, hidden, merged }))),
    ),
  ),
)

beforeAll(async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  viewers = {
    key: tenant.key,
    admin: tenant.admin.session,
    author: ann,
    'author beside the key': { ...tenant.key, ...ann },
    other: ben,
    'other beside the key': { ...tenant.key, ...ben },
  }
  const calls = roadmapCalls(app, tenant)
  parent = await submit(app, tenant.key, 'Parent')
  roadmap = await calls.create({ isPublic: true })
  posts = []
  for (const [index, facts] of CASES.entries()) {
    const id = Number(await submit(app, facts.own ? ann : tenant.key, `Post ${index}`))
    await calls.add(roadmap, id)
    await createComment(app, tenant.key, id, 'Seen')
    const { rows } = await app.database.pool.query<{ submitterId: number }>(
      `update posts set private = $2, approval_status = $3, hidden = $4, merged_into_id = $5 where id = $1
       returning submitter_id as "submitterId"`,
      [
        id,
        facts.isPrivate,
        facts.pending ? 'pending' : 'approved',
        facts.hidden,
        facts.merged ? parent : null,
      ],
    )
    posts.push({
      id,
      private: facts.isPrivate,
      approvalStatus: facts.pending ? 'pending' : 'approved',
      hidden: facts.hidden,
      merged: facts.merged,
      submitterId: Number(rows[0]?.submitterId),
    })
  }
})

const LISTS = `query ($parent: Int!, $roadmap: ID!) {
  posts(first: 100, filter: { includePrivate: true }) { nodes { databaseId } }
  post(by: { databaseId: $parent }) { mergedPosts(first: 100, includePrivate: true) { nodes { databaseId } } }
  roadmap(by: { id: $roadmap }) { posts(first: 100, includePrivate: true) { nodes { post { databaseId } } } }
  comments(first: 100, filter: { includePrivate: true }) { nodes { post { databaseId } } }
}`
const HIDDEN =
  '{ posts(first: 100, filter: { hidden: true, includePrivate: true }) { nodes { databaseId } } }'
const idsOf = (nodes: { databaseId: number }[]) =>
  nodes
    .map(({ databaseId }) => databaseId)
    .filter((id) => id !== Number(parent))
    .sort((one, next) => one - next)

async function idsInSql(caller: Caller): Promise<number[]> {
  const parameters = new Parameters(posts.map(({ id }) => id))
  const conditions = ['p.id = any($1::int[])', ...visiblePosts(viewerOf(caller), parameters)]
  const text = `select p.id as "databaseId" from posts p where ${conditions.join(' and ')}`
  return idsOf((await app.database.pool.query<{ databaseId: number }>(text, parameters.values)).rows)
}

test.each(['key', 'admin', 'author', 'author beside the key', 'other', 'other beside the key'])(
  'lists contain the posts that the policy allows: %s',
  async (name) => {
    const headers = viewers[name] ?? {}
    const caller = await identify(
      app.services,
      readCredentials({
        headers: Object.fromEntries(
          Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]),
        ),
      }),
    )
    const visible = posts.filter((post) => canSeePost(caller, post))
    const isTeam = visible.length === posts.length
    expect(isTeam).toBe(name === 'key' || name === 'admin')
    const allowed = (condition: (post: PostFields) => boolean) =>
      visible.filter(condition).map(({ id }) => id)
    expect(await idsInSql(caller)).toEqual(allowed(() => true))
    const lists = await run(app, headers, LISTS, { parent: Number(parent), roadmap })
    expect(idsOf(lists.posts.nodes)).toEqual(allowed(({ hidden, merged }) => !hidden && !merged))
    if (isTeam) {
      const { nodes } = (await run(app, headers, HIDDEN)).posts
      expect(idsOf(nodes)).toEqual(allowed(({ hidden, merged }) => hidden && !merged))
    }
    expect(idsOf(lists.post.mergedPosts.nodes)).toEqual(allowed(({ merged }) => merged))
    expect(
      idsOf(lists.roadmap.posts.nodes.map(({ post }: { post: { databaseId: number } }) => post)),
    ).toEqual(allowed(({ hidden, merged }) => !hidden && !merged))
    expect(idsOf(lists.comments.nodes.map(({ post }: { post: { databaseId: number } }) => post))).toEqual(
      allowed(({ hidden }) => isTeam || !hidden),
    )
  },
)

test('public numbers count the posts that a person without posts may see', async () => {
  const stranger = viewers.other ?? {}
  const caller = await identify(app.services, readCredentials({ headers: {} }))
  const expected = posts.filter((post) => canSeePost(caller, post) && !post.hidden && !post.merged).length
  const { buckets } = await run(app, stranger, '{ buckets(first: 100) { nodes { postsCount } } }')
  const count = buckets.nodes.reduce(
    (sum: number, { postsCount }: { postsCount: number }) => sum + postsCount,
    0,
  )
  // The parent of the merges is public.
  expect(count).toBe(expected + 1)
})
