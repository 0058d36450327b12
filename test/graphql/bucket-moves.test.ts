import { beforeEach, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const CREATE = 'mutation ($name: String!) { createBucket(input: { name: $name }) { bucket { id } } }'
const MOVE = 'mutation ($input: MoveBucketInput!) { moveBucket(input: $input) { bucket { name position } } }'

const app = useApp()
let tenant: Tenant
let ids: Record<string, string>

beforeEach(async () => {
  tenant = await createTenant(app)
  await app.database.pool.query('delete from buckets where organization_id = $1', [tenant.organization.id])
  ids = {}
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    ids[name] = (await run(app, tenant.admin.session, CREATE, { name })).createBucket.bucket.id
})

const order = async () => {
  const { buckets } = await run(app, tenant.key, '{ buckets { nodes { name position } } }')
  return buckets.nodes as { name: string; position: number }[]
}
const names = async () => (await order()).map(({ name }) => name).join('')
const move = (name: string, side: 'afterId' | 'beforeId', neighbor: string) =>
  run(app, tenant.admin.session, MOVE, { input: { id: ids[name], position: { [side]: ids[neighbor] } } })
const movedNames = async () => {
  const { events } = await run(
    app,
    tenant.admin.session,
    '{ events(last: 10) { nodes { type changes { field } ... on BucketEvent { snapshot { name } } } } }',
  )
  return (events.nodes as { changes: { field: string }[]; snapshot: { name: string } }[])
    .filter(({ changes }) => changes.length === 1 && changes[0]?.field === 'position')
    .map(({ snapshot }) => snapshot.name)
}

test('moves a bucket after and before another one', async () => {
  for (const [name, side, neighbor, expected] of [
    ['A', 'afterId', 'C', 'BCADE'],
    ['E', 'beforeId', 'B', 'EBCAD'],
    ['E', 'afterId', 'D', 'BCADE'],
    ['C', 'beforeId', 'A', 'BCADE'],
  ] as const) {
    const { moveBucket } = await move(name, side, neighbor)
    expect(moveBucket.bucket).toEqual({ name, position: expected.indexOf(name) })
    expect(await names()).toBe(expected)
  }
})

test('records an event for each bucket between the old and the new position alone', async () => {
  await move('B', 'afterId', 'C')
  expect((await movedNames()).sort()).toEqual(['B', 'C'])
  await move('B', 'afterId', 'C')
  expect((await movedNames()).sort()).toEqual(['B', 'C'])
})

test('makes equal positions distinct', async () => {
  await app.database.pool.query('update buckets set position = 0 where organization_id = $1', [
    tenant.organization.id,
  ])
  await move('E', 'beforeId', 'A')
  expect(await order()).toEqual(['E', 'A', 'B', 'C', 'D'].map((name, position) => ({ name, position })))
})

test('executes moves at once one after the other', async () => {
  await Promise.all([move('A', 'afterId', 'E'), move('B', 'afterId', 'E'), move('E', 'beforeId', 'C')])
  const stored = await order()
  expect(stored.map(({ name }) => name).sort()).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(stored.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
})

test('refuses a neighbor that is the bucket itself or of another organization', async () => {
  const foreign = await createTenant(app)
  const other = (await run(app, foreign.admin.session, CREATE, { name: 'Foreign' })).createBucket.bucket.id
  const refused = (id: string | undefined, afterId: string | undefined) =>
    refusal(app, tenant.admin.session, MOVE, { input: { id, position: { afterId } } })
  const field = ['position', 'afterId']
  expect(await refused(ids.A, ids.A)).toMatchObject({ code: 'UNPROCESSABLE', field })
  expect(await refused(ids.A, other)).toMatchObject({ code: 'UNPROCESSABLE', field })
  expect(await refused(other, ids.A)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await names()).toBe('ABCDE')
})
