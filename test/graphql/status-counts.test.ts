import { beforeAll, expect, test } from 'vitest'
import { createPostDataset } from '../support/fixtures/post-dataset.ts'
import { until } from '../support/fixtures/log-events.ts'
import { run } from '../support/clients/operations.ts'
import { postId } from '../support/fixtures/people.ts'
import { CREATE_POST, postRecording, withNodeIds } from '../support/contract/recorded-events.ts'
import { merging } from '../support/fixtures/merging.ts'
import { startApp } from '../support/app.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { openSource, trySource } from '../support/contract/subscription-sources.ts'
import { useApp, useTenant } from '../support/use.ts'

const FIELDS = 'statusCounts(bucketId: $bucketId) { status { slug } count }'
const COUNTS = `query ($bucketId: ID) { ${FIELDS} }`
const FOLLOW = `subscription ($bucketId: ID) { ${FIELDS} }`
const LIST = `query ($filter: PostFilter, $after: String) {
  posts(filter: $filter, first: 100, after: $after) {
    nodes { id } pageInfo { hasNextPage endCursor }
  }
}`

const app = useApp()
const tenant = useTenant(app)
let customer: Headers

beforeAll(async () => {
  await createPostDataset(app, tenant, 150)
  customer = await tenant.sso({ email: 'user1@people.example' })
})

type Counts = { status: { slug: string }; count: number }[]
const counts = async (headers: Headers, bucketId?: string): Promise<Counts> =>
  (await run(app, headers, COUNTS, { bucketId: bucketId && `bkt_${bucketId}` })).statusCounts

const sumOf = (found: Counts) => found.reduce((sum, { count }) => sum + count, 0)

async function listed(headers: Headers, filter: object): Promise<number> {
  let found = 0
  for (let after: string | null = null, more = true; more;) {
    const { posts } = await run(app, headers, LIST, { filter, after })
    found += posts.nodes.length
    ;({ hasNextPage: more, endCursor: after } = posts.pageInfo)
  }
  return found
}

test("counts the posts of each status as the caller's list shows them", async () => {
  const boards = await app.services.db
    .selectFrom('buckets')
    .select('id')
    .where('private', '=', false)
    .execute()
  for (const headers of [tenant.key, customer])
    for (const bucketId of [undefined, ...boards.map(({ id }) => String(id))]) {
      const found = await counts(headers, bucketId)
      expect(found.length).toBeGreaterThan(3)
      for (const { status, count } of found)
        expect([status.slug, count]).toEqual([
          status.slug,
          await listed(headers, {
            ...withNodeIds(bucketId === undefined ? {} : { bucketId }),
            statuses: [{ slug: status.slug }],
            includePrivate: true,
          }),
        ])
    }
  expect(await counts(tenant.key)).not.toEqual(await counts(customer))
})

test('hides a private bucket from people outside the team', async () => {
  const here = postRecording(app, tenant)
  const secret = await here.bucket({ name: 'Secret', private: true })
  await here.asTeam(CREATE_POST, { input: withNodeIds({ title: 'Secret post', bucketId: secret }) })
  expect(sumOf(await counts(customer, secret))).toBe(0)
  expect(await trySource(app, customer, FOLLOW, { bucketId: `bkt_${secret}` })).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(sumOf(await counts(tenant.key, secret))).toBe(1)
})

test('sends the counts at the start and after every change that may affect them', async () => {
  const own = await createTenant(app)
  const here = postRecording(app, own)
  const bucketId = await here.bucket({ name: 'Board' })
  const other = await here.bucket({ name: 'Other' })
  const { source, show } = await openSource(app, own.key, FOLLOW, { bucketId: `bkt_${bucketId}` })
  const submitted = async () => {
    const { data } = await show(source.currentState?.item)
    return (data as { statusCounts: Counts }).statusCounts.find(({ status }) => status.slug === 'submitted')
      ?.count
  }
  expect(source.currentState?.everyMs).toBe(250)
  expect(await submitted()).toBe(0)
  let notifications = 0
  const stop = source.subscribe(() => notifications++)
  const notificationsOf = async (work: () => Promise<unknown>) => {
    const before = notifications
    await work()
    await until(() => notifications > before)
    return submitted()
  }
  const input = withNodeIds({ title: 'Counted', bucketId })
  let id = ''
  expect(
    await notificationsOf(
      async () => (id = String((await here.asTeam(CREATE_POST, { input })).createPost.post.databaseId)),
    ),
  ).toBe(1)
  expect(await notificationsOf(() => here.update(id, { bucketId: other }))).toBe(0)
  expect(await notificationsOf(() => here.update(id, { bucketId }))).toBe(1)
  const elsewhere = await here.bucket({ name: 'Elsewhere' })
  expect(await notificationsOf(() => here.update(id, { bucketId: elsewhere }))).toBe(0)
  const dissolve = `mutation ($input: DeleteBucketInput!) { deleteBucket(input: $input) { deletedBucketId } }`
  const dissolved = { id: `bkt_${elsewhere}`, movePostsToId: `bkt_${bucketId}` }
  expect(await notificationsOf(() => here.asTeam(dissolve, { input: dissolved }))).toBe(1)
  expect(await notificationsOf(() => here.update(id, { hidden: true }))).toBe(0)
  expect(await notificationsOf(() => here.update(id, { hidden: false }))).toBe(1)
  const kept = String(
    (await here.asTeam(CREATE_POST, { input: withNodeIds({ title: 'Kept', bucketId }) })).createPost.post
      .databaseId,
  )
  const { merge, unmerge } = merging(app, own)
  expect(await notificationsOf(() => merge(kept, id))).toBe(1)
  expect(await notificationsOf(() => unmerge(id))).toBe(2)
  expect(await notificationsOf(() => merge(kept, id))).toBe(1)
  const remove = 'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }'
  expect(await notificationsOf(() => here.asTeam(remove, { id: postId(kept) }))).toBe(0)
  stop()
  const silent = notifications
  await here.post('Nobody follows')
  expect(notifications).toBe(silent)
})

test('follows changes of statuses, also those of another process', async () => {
  const own = await createTenant(app)
  const here = postRecording(app, own)
  const other = await startApp({ beside: app })
  const { source, show } = await openSource(app, own.key, FOLLOW)
  const names = async () => {
    const { data } = await show(source.currentState?.item)
    return (data as { statusCounts: Counts }).statusCounts.map(({ status }) => status.slug)
  }
  let notifications = 0
  const stop = source.subscribe(() => notifications++)
  const after = async (work: () => Promise<unknown>) => {
    const before = notifications
    await work()
    await until(() => notifications > before)
    return names()
  }
  const first = await names()
  expect(await after(() => here.status({ name: 'Later', kind: 'PLANNED' }))).toEqual([...first, 'later'])
  const added = `mutation { createStatus(input: { name: "Last", kind: PLANNED }) { status { id } } }`
  expect(await after(() => run(other, own.keyAndAdmin, added))).toEqual([...first, 'later', 'last'])
  const { statuses } = await run(app, own.key, '{ statuses { id } }')
  const ids = statuses.map(({ id }: { id: string }) => id).reverse()
  const reorder = 'mutation ($ids: [ID!]!) { reorderStatuses(input: { ids: $ids }) { statuses { id } } }'
  expect(await after(() => here.asTeam(reorder, { ids }))).toEqual([...first, 'later', 'last'].reverse())
  const remove = 'mutation ($id: ID!) { deleteStatus(input: { id: $id }) { deletedStatusId } }'
  expect(await after(() => here.asTeam(remove, { id: ids[0] }))).not.toContain('last')
  stop()
  await other.stop()
})

test('follows a bucket that becomes private, for people outside the team', async () => {
  const own = await createTenant(app)
  const here = postRecording(app, own)
  const board = await here.bucket({ name: 'Board' })
  const input = withNodeIds({ title: 'Counted', bucketId: board })
  await here.asTeam(CREATE_POST, { input })
  const { source, show } = await openSource(app, await own.sso({ email: 'ann@people.example' }), FOLLOW)
  const total = async () => {
    const { data } = await show(source.currentState?.item)
    return (data as { statusCounts: Counts }).statusCounts.reduce((sum, { count }) => sum + count, 0)
  }
  expect(await total()).toBe(1)
  let notifications = 0
  const stop = source.subscribe(() => notifications++)
  const hide = 'mutation ($id: ID!) { updateBucket(input: { id: $id, private: true }) { bucket { id } } }'
  await here.asTeam(hide, { id: `bkt_${board}` })
  await until(() => notifications > 0)
  expect(await total()).toBe(0)
  stop()
})
