import { beforeAll, describe, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { DELETE_COMMENT } from '../support/fixtures/comments.ts'
import { ACTIVITY, CALL, DAYS, DECLARED, readActivity, type Range } from '../support/fixtures/activity.ts'
import { ALL_SCOPES, putGrant, putToken } from '../support/fixtures/grants.ts'
import { merging } from '../support/fixtures/merging.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const PENDING = '{ moderationCounts { pendingPosts pendingComments } }'

const app = useApp()
const tenant = useTenant(app)

const read = (range: Range, headers: Headers = tenant.key) => readActivity(app, headers, range)
const query = (text: string, ...values: unknown[]) =>
  app.database.pool.query(text, [tenant.organization.id, ...values])
const move = (table: string, column: string, time: string, condition = 'true') =>
  query(`update ${table} set ${column} = $2 where organization_id = $1 and ${condition}`, time)

const NONE = { posts: 0, votes: 0, comments: 0, customers: 0 }

/** Three posts in the three days, one before, one of each kind that lists omit, and a reply to a deleted comment. */
async function fill(): Promise<void> {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  await move('users', 'customer_since', '2024-03-12T23:59:59.999Z', "name = 'ann'")
  await move('users', 'customer_since', '2024-03-13T00:00:00.000Z', "name = 'ben'")
  const { merge, vote, comment } = merging(app, tenant)
  const one = await submit(app, ann, 'one')
  for (const title of ['two', 'private', 'hidden', 'before']) await submit(app, ann, title)
  await merge(one, await submit(app, ann, 'merged'))
  await query("update posts set hidden = true where organization_id = $1 and title = 'hidden'")
  await query("update posts set private = true where organization_id = $1 and title = 'private'")
  await query("update posts set approval_status = 'pending' where organization_id = $1 and title = 'two'")
  await move('posts', 'created_at', '2024-03-10T00:00:00.000Z')
  await move('posts', 'created_at', '2024-03-12T12:00:00.000Z', "title = 'two'")
  await move('posts', 'created_at', '2024-03-09T23:59:59.999Z', "title = 'before'")
  await vote(ben, one, 'DOWN')
  const deleted = await comment(one)
  const reply = await comment(one, deleted)
  await comment(one)
  await run(app, tenant.admin.session, DELETE_COMMENT, { id: `cmt_${deleted}` })
  await move('comments', 'created_at', '2024-03-11T08:00:00.000Z')
  await query("update comments set approval_status = 'pending' where organization_id = $1 and id = $2", reply)
  await move('votes', 'created_at', '2024-03-11T08:00:00.000Z')
}

beforeAll(fill)

test('counts what the team may list in each day, also in a day without anything, and in the days before', async () => {
  const { total, periods, previousTotal, previousPeriods } = await read(DAYS)
  const days = ['2024-03-10', '2024-03-11', '2024-03-12', '2024-03-13'].map((day) => `${day}T00:00:00.000Z`)
  const votes = (await query('select from votes where organization_id = $1')).rowCount
  expect(periods).toEqual([
    { ...NONE, from: days[0], to: days[1], posts: 2 },
    { ...NONE, from: days[1], to: days[2], votes, comments: 2 },
    { ...NONE, from: days[2], to: days[3], posts: 1, customers: 1 },
  ])
  expect(total).toEqual({ from: days[0], to: days[3], posts: 3, votes, comments: 2, customers: 1 })
  expect(previousPeriods.map(({ posts }) => posts)).toEqual([0, 0, 1])
  expect(previousTotal).toEqual({ ...NONE, from: '2024-03-07T00:00:00.000Z', to: days[0], posts: 1 })
})

test('the numbers are those of the lists', async () => {
  const { total } = await read(DAYS)
  const { posts } = await run(
    app,
    tenant.key,
    'query ($filter: PostFilter) { posts(filter: $filter) { totalCount } }',
    { filter: { createdFrom: DAYS.from, createdTo: DAYS.to, includePrivate: true } },
  )
  expect(posts.totalCount).toBe(total.posts)
  const { moderationCounts, pending, comments } = await run(
    app,
    tenant.key,
    `${PENDING.slice(0, -1)}
      pending: posts(filter: { approvalStatus: PENDING, includePrivate: true }) { totalCount }
      comments(filter: { approvalStatus: PENDING }) { totalCount } }`,
  )
  expect(moderationCounts).toEqual({ pendingPosts: 1, pendingComments: 1 })
  expect([pending.totalCount, comments.totalCount]).toEqual([1, 1])
})

test('a day of a time zone has its posts', async () => {
  const range: Range = {
    from: '2024-03-09T11:00:00Z',
    to: '2024-03-12T11:00:00Z',
    by: 'DAY',
    timeZone: 'Pacific/Auckland',
  }
  expect((await read(range)).periods.map(({ posts }) => posts)).toEqual([3, 0, 0])
})

test('only the team reads the numbers, and only those of its organization', async () => {
  const customer = await tenant.sso({ email: 'cora@activity.example' })
  const collaborator = await tenant.member('collaborator')
  for (const headers of [customer, { ...tenant.key, ...customer }])
    for (const text of [ACTIVITY, PENDING])
      expect(await refusal(app, headers, text, DAYS)).toMatchObject({ status: 403 })
  for (const text of [ACTIVITY, PENDING])
    expect(await refusal(app, {}, text, DAYS)).toMatchObject({ status: 401 })
  expect((await read(DAYS, collaborator.session)).total.posts).toBe(3)
  const other = await createTenant(app)
  expect((await read(DAYS, other.key)).total).toMatchObject(NONE)
  expect((await run(app, other.key, PENDING)).moderationCounts).toEqual({
    pendingPosts: 0,
    pendingComments: 0,
  })
})

describe('a token', () => {
  test.each([
    ['activity', `query ${DECLARED} { ${CALL} { total { posts votes comments } } }`, 'posts:read'],
    ['customers of it', `query ${DECLARED} { ${CALL} { periods { customers } } }`, 'customers:read'],
    ['moderationCounts', '{ moderationCounts { pendingPosts } }', 'posts:read'],
    ['pending comments', '{ moderationCounts { pendingComments } }', 'comments:read'],
  ] as const)('reads %s with its scope alone', async (_what, text, scope) => {
    const { install } = await putGrant(app, await createTenant(app), tenant)
    const send = async (scopes: typeof ALL_SCOPES) => putToken(app, install, scopes)
    const without = await send(ALL_SCOPES.filter((other) => other !== scope))
    expect(await refusal(app, without, text, DAYS)).toMatchObject({
      status: 403,
      message: `Missing required OAuth scope: ${scope}`,
    })
    expect(await run(app, await send(['posts:read', scope]), text, DAYS)).toBeTruthy()
  })
})
