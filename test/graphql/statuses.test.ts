import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const LIST = '{ statuses { id slug name kind color position percentage } }'
const CREATE =
  'mutation ($input: CreateStatusInput!) { createStatus(input: $input) { id slug name kind color position percentage } }'
const UPDATE =
  'mutation ($id: ID!, $input: UpdateStatusInput!) { updateStatus(id: $id, input: $input) { slug name kind color percentage } }'
const DELETE = 'mutation ($id: ID!) { deleteStatus(id: $id) { id } }'
const REORDER = 'mutation ($ids: [ID!]!) { reorderStatuses(ids: $ids) { id position } }'
const POST =
  'mutation ($status: PostStatusInput) { createPost(input: { title: "Staged", status: $status }) { post { id status { slug } } } }'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
})
beforeAll(async () => {
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

type Status = { id: string; slug: string; position: number }
const list = async (of = tenant): Promise<Status[]> => (await run(app, of.key, LIST)).statuses
const create = async (name: string, kind = 'planned', of = tenant): Promise<string> =>
  (await run(app, of.admin.session, CREATE, { input: { name, kind } })).createStatus.id

test('creates one status of each kind for a new organization, in their order', async () => {
  expect((await list(await createTenant(app))).map(({ slug }) => slug)).toEqual([
    'submitted',
    'under_review',
    'planned',
    'in_progress',
    'completed',
    'closed',
  ])
})

test('appends a new status, and keeps its slug when its name changes', async () => {
  const { createStatus } = await run(app, tenant.admin.session, CREATE, {
    input: { name: 'Up next', kind: 'planned', color: '#ABC' },
  })
  expect(createStatus).toMatchObject({ slug: 'up-next', kind: 'planned', color: '#abc', percentage: 0 })
  expect((await list()).at(-1)).toEqual(createStatus)
  const { updateStatus } = await run(app, tenant.admin.session, UPDATE, {
    id: createStatus.id,
    input: { name: 'Soon', kind: 'completed', percentage: 90 },
  })
  expect(updateStatus).toEqual({
    slug: 'up-next',
    name: 'Soon',
    kind: 'completed',
    color: '#abc',
    percentage: 90,
  })
  expect(
    (await run(app, tenant.admin.session, UPDATE, { id: createStatus.id, input: {} })).updateStatus,
  ).toEqual(updateStatus)
  for (const input of [{ percentage: 101 }, { percentage: -1 }, { color: 'red' }, { name: '' }])
    expect(
      (await refusal(app, tenant.admin.session, UPDATE, { id: createStatus.id, input })).status,
    ).toBeGreaterThanOrEqual(400)
  await run(app, tenant.admin.session, DELETE, { id: createStatus.id })
})

test('sets the requested order, which must name every status once', async () => {
  const before = await list()
  const ids = before.map(({ id }) => id).reverse()
  const { reorderStatuses } = await run(app, tenant.admin.session, REORDER, { ids })
  expect(reorderStatuses).toEqual(ids.map((id, position) => ({ id, position })))
  const other = await list(await createTenant(app))
  for (const bad of [
    ids.slice(1),
    [...ids, ids[0]],
    [...ids.slice(1), ids[1]],
    [...ids.slice(1), other[0]?.id],
    [...ids.slice(1), 'x'],
  ])
    expect(await refusal(app, tenant.admin.session, REORDER, { ids: bad })).toMatchObject({ status: 422 })
  expect((await list()).map(({ id }) => id)).toEqual(ids)
  await run(app, tenant.admin.session, REORDER, { ids: before.map(({ id }) => id) })
})

test('rejects the deletion of a status in use', async () => {
  const id = await create('Busy')
  const { createPost } = await run(app, tenant.key, POST, { status: { id: `sts_${id}` } })
  expect(await refusal(app, tenant.admin.session, DELETE, { id })).toMatchObject({
    status: 422,
    code: 'ERROR_CODE_CANNOT_DELETE',
  })
  await run(app, tenant.key, 'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }', {
    id: createPost.post.id,
  })
  await run(app, tenant.admin.session, DELETE, { id })
})

test('keeps the last status, also when all are deleted concurrently', async () => {
  const small = await createTenant(app)
  const ids = (await list(small)).map(({ id }) => id)
  const answers = await Promise.all(ids.map((id) => app.graphql(DELETE, { id }, small.admin.session)))
  const refused = answers.flatMap(({ body }) => body.errors ?? [])
  expect(refused.map(({ extensions }) => extensions.code)).toEqual(['ERROR_CODE_CANNOT_DELETE'])
  expect(await list(small)).toHaveLength(1)
  expect((await run(app, small.key, POST)).createPost.post.status.slug).toBe((await list(small))[0]?.slug)
})

test('keeps a status for posts that are submitted while theirs is deleted', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await create(`Fleeting ${round}`)
    const answers = await Promise.all([
      app.graphql(POST, { status: { id: `sts_${id}` } }, tenant.key),
      app.graphql(DELETE, { id }, tenant.admin.session),
      app.graphql(POST, { status: { id: `sts_${id}` } }, tenant.key),
    ])
    const statuses = answers.map(({ body }) => body.errors?.[0].extensions.status ?? 200)
    expect(statuses.every((status) => status === 200 || status === 422)).toBe(true)
    const deleted = statuses[1] === 200
    expect([statuses[0], statuses[2]].some((status) => status === 200)).toBe(!deleted)
  }
})

test('gives the next status to posts that are submitted while the default one is deleted', async () => {
  for (let round = 0; round < 5; round++) {
    const small = await createTenant(app)
    const [first] = await list(small)
    const answers = await Promise.all([
      app.graphql(DELETE, { id: first?.id }, small.admin.session),
      app.graphql(POST, {}, small.key),
    ])
    expect(answers[1].body.errors).toBeUndefined()
  }
})

test('lets only team members in person change the workflow, and every member and customer see it', async () => {
  const before = await list()
  const [{ id } = { id: '' }] = before
  const { eve } = await customers(app, tenant, 'eve')
  expect((await run(app, eve, LIST)).statuses).toEqual(before)
  for (const headers of [tenant.key, eve]) {
    expect(await refusal(app, headers, CREATE, { input: { name: 'No', kind: 'closed' } })).toMatchObject({
      status: 403,
    })
    expect(await refusal(app, headers, UPDATE, { id, input: { name: 'No' } })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, DELETE, { id })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, REORDER, { ids: [id] })).toMatchObject({ status: 403 })
  }
  expect(await list()).toEqual(before)
})

test("treats another organization's status as unknown", async () => {
  const other = await createTenant(app)
  const [{ id } = { id: '' }] = await list(other)
  for (const [query, input] of [
    [UPDATE, { name: 'Mine' }],
    [DELETE, undefined],
  ] as const) {
    const foreign = await refusal(app, tenant.admin.session, query, { id, input })
    expect(foreign).toEqual(await refusal(app, tenant.admin.session, query, { id: '2147483647', input }))
    expect(foreign.status).toBe(404)
  }
  expect(await list(other)).toHaveLength(6)
})
