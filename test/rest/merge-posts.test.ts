import { beforeAll, expect, test } from 'vitest'
import { mergeCalls, type MergeCalls } from '../support/fixtures/merge-calls.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { call, submit, merge, unmerge, read, statesOf, lively, expectConsistent } = {} as MergeCalls

beforeAll(() => {
  ;({ call, submit, merge, unmerge, read, statesOf, lively, expectConsistent } = mergeCalls(app, tenant))
})

test('a merge answers the parent with its merged posts, and an unmerge gives back exactly what moved', async () => {
  const [parent = 0, one = 0, two = 0] = await lively('shape', 3)
  const before = await statesOf(parent, one, two)
  const merged = await merge(parent, one, String(two), one)
  const own = await read(parent)
  expect(merged).toMatchObject({
    status: 200,
    body: {
      ...own,
      votes_count: 6,
      downvotes_count: 0,
      comments_count: 6,
      merged: false,
      merged_posts_count: 2,
      child_posts: [
        { id: one, title: 'shape 1', slug: 'shape-1' },
        { id: two, title: 'shape 2', slug: 'shape-2' },
      ],
    },
  })
  expect(Object.keys(merged.body)).toEqual([
    ...Object.keys(own),
    'merged',
    'merged_posts_count',
    'child_posts',
  ])
  const list = await call('GET', `feature_requests/${parent}/merge_posts?per_page=1`, undefined, tenant.key)
  expect(list.body).toEqual({ success: true, child_posts: [await read(one)] })
  expect(list.headers.get('link')).toContain(`/${parent}/merge_posts?per_page=1&page=2`)
  const latest = await call('GET', 'feature_requests?per_page=100', undefined, tenant.key)
  expect(latest.body.feature_requests.map(({ id }: { id: number }) => id)).not.toContain(one)
  for (const child of [one, two])
    expect((await unmerge(child)).body).toEqual({
      success: true,
      message: 'Feature request unmerged',
      feature_request: await read(child),
    })
  expect(await statesOf(parent, one, two)).toEqual(before)
  await expectConsistent()
})

test('impossible merges name their parameter and change nothing', async () => {
  const [parent = 0, one = 0, two = 0] = await lively('refused', 3)
  const other = await createTenant(app)
  const foreign = (await call('POST', 'feature_requests', { title: 'Theirs' }, other.key)).body.id
  await merge(parent, one)
  const before = await statesOf(parent, one, two)
  const attempts: [parent: number, children: unknown, status: number, field: string][] = [
    [parent, [parent], 422, 'child_feature_request_ids'],
    [parent, [one], 422, 'child_feature_request_ids'],
    [parent, [two, foreign], 422, 'child_feature_request_ids'],
    [parent, [two, 2_147_483_000], 422, 'child_feature_request_ids'],
    [parent, [two, 0], 422, 'child_feature_request_ids'],
    [parent, [], 400, 'child_feature_request_ids'],
    [parent, Array.from({ length: 31 }, (_, index) => index + 1), 400, 'child_feature_request_ids'],
    [parent, ['x'], 400, 'child_feature_request_ids'],
    [parent, undefined, 422, 'child_feature_request_ids'],
    [one, [two], 422, 'id'],
  ]
  for (const [id, children, status, field] of attempts)
    expect(
      await call('POST', `feature_requests/${id}/merge_posts`, { child_feature_request_ids: children }),
    ).toMatchObject({ status, body: { errors: { [field]: [expect.any(String)] } } })
  expect(await unmerge(two)).toMatchObject({ status: 422, body: { errors: { child_id: ['is not merged'] } } })
  const body = { child_feature_request_ids: [two] }
  const customer = { ...tenant.key, ...(await tenant.sso({ email: 'c@races.example' })) }
  for (const [headers, status] of [
    [tenant.key, 401],
    [customer, 403],
  ] as const) {
    expect((await call('POST', `feature_requests/${parent}/merge_posts`, body, headers)).status).toBe(status)
    expect((await call('DELETE', `feature_requests/unmerge/${one}`, undefined, headers)).status).toBe(status)
  }
  expect(await statesOf(parent, one, two)).toEqual(before)
})

test('merges and unmerges take a constant number of statements, and the list as well', async () => {
  const parent = await submit('Many children')
  const children: number[] = []
  for (let index = 0; index < 40; index++) children.push(await submit(`Child ${index}`))
  const before = await statesOf(parent, ...children)
  const counted = async (request: () => ReturnType<typeof call>) => {
    app.statements.length = 0
    expect((await request()).status).toBe(200)
    return app.statements.length
  }
  await counted(() => merge(parent, ...children.slice(30, 32)))
  const merges = [
    await counted(() => merge(parent, ...children.slice(32, 34))),
    await counted(() => merge(parent, ...children.slice(0, 30))),
  ]
  const list = (size: number) =>
    counted(() => call('GET', `feature_requests/${parent}/merge_posts?per_page=${size}`))
  const lists = [await list(2), await list(10), await list(30)]
  await counted(() => unmerge(children[30] ?? 0))
  const unmerges = [await counted(() => unmerge(children[31] ?? 0))]
  for (const child of children.slice(2, 34).filter((id) => ![children[30], children[31]].includes(id)))
    unmerges.push(await counted(() => unmerge(child)))
  expect([new Set(merges).size, new Set(lists.slice(1)).size, new Set(unmerges).size]).toEqual([1, 1, 1])
  for (const child of children.slice(0, 2)) await unmerge(child)
  expect(await statesOf(parent, ...children)).toEqual(before)
})
