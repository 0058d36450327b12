import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIST = '{ statuses { id slug name kind color position percentage } }'
const CREATE =
  'mutation ($input: CreateStatusInput!) { createStatus(input: $input) { status { id slug name kind color position percentage } } }'
const UPDATE =
  'mutation ($input: UpdateStatusInput!) { updateStatus(input: $input) { status { slug name kind color percentage } } }'
const DELETE = 'mutation ($id: ID!) { deleteStatus(input: { id: $id }) { deletedStatusId errors { code } } }'
const REORDER =
  'mutation ($ids: [ID!]!) { reorderStatuses(input: { ids: $ids }) { statuses { id position } } }'
const POST =
  'mutation ($status: StatusBy) { createPost(input: { title: "Staged", status: $status }) { post { id status { slug } } errors { code } } }'

const app = useApp()
const tenant = useTenant(app)

type Status = { id: string; slug: string; position: number }
const list = async (of = tenant): Promise<Status[]> => (await run(app, of.key, LIST)).statuses
const create = async (name: string, kind = 'PLANNED', of = tenant): Promise<string> =>
  (await run(app, of.admin.session, CREATE, { input: { name, kind } })).createStatus.status.id

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
  const {
    createStatus: { status: created },
  } = await run(app, tenant.admin.session, CREATE, {
    input: { name: 'Up next', kind: 'PLANNED', color: '#ABC' },
  })
  expect(created).toMatchObject({ slug: 'up-next', kind: 'PLANNED', color: '#abc', percentage: 0 })
  expect((await list()).at(-1)).toEqual(created)
  const { updateStatus } = await run(app, tenant.admin.session, UPDATE, {
    input: { id: created.id, name: 'Soon', kind: 'COMPLETED', percentage: 90 },
  })
  expect(updateStatus.status).toEqual({
    slug: 'up-next',
    name: 'Soon',
    kind: 'COMPLETED',
    color: '#abc',
    percentage: 90,
  })
  const before = await list()
  for (const [changes, code, field] of [
    [{}, 'UNPROCESSABLE', null],
    [{ kind: null }, 'INVALID_PARAM', ['kind']],
    [{ percentage: 101 }, 'INVALID_PARAM', ['percentage']],
    [{ percentage: -1 }, 'INVALID_PARAM', ['percentage']],
    [{ color: 'red' }, 'INVALID_PARAM', ['color']],
    [{ name: '' }, 'MISSING_PARAM', ['name']],
  ] as const) {
    const input = { id: created.id, ...changes }
    expect(await refusal(app, tenant.admin.session, UPDATE, { input })).toMatchObject({ code, field })
  }
  expect(await list()).toEqual(before)
  expect((await run(app, tenant.admin.session, DELETE, { id: created.id })).deleteStatus).toMatchObject({
    deletedStatusId: created.id,
  })
})

test('sets the requested order, which must name every status once', async () => {
  const before = await list()
  const ids = before.map(({ id }) => id).reverse()
  const { reorderStatuses } = await run(app, tenant.admin.session, REORDER, { ids })
  expect(reorderStatuses.statuses).toEqual(ids.map((id, position) => ({ id, position })))
  const other = await list(await createTenant(app))
  for (const bad of [
    ids.slice(1),
    [...ids, ids[0]],
    [...ids.slice(1), ids[1]],
    [...ids.slice(1), other[0]?.id],
    [...ids.slice(1), 'x'],
    [...ids.slice(1), ids[0]?.replace('sts', 'bkt')],
  ])
    expect(await refusal(app, tenant.admin.session, REORDER, { ids: bad })).toMatchObject({ field: ['ids'] })
  expect((await list()).map(({ id }) => id)).toEqual(ids)
  await run(app, tenant.admin.session, REORDER, { ids: before.map(({ id }) => id) })
})

test('rejects the deletion of a status in use', async () => {
  const id = await create('Busy')
  const { createPost } = await run(app, tenant.key, POST, { status: { id } })
  expect(await refusal(app, tenant.admin.session, DELETE, { id })).toMatchObject({
    status: 422,
    code: 'CANNOT_DELETE',
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
  const refused = answers.flatMap(({ body }) => body.data.deleteStatus.errors)
  expect(refused.map(({ code }) => code)).toEqual(['CANNOT_DELETE'])
  expect(await list(small)).toHaveLength(1)
  expect((await run(app, small.key, POST)).createPost.post.status.slug).toBe((await list(small))[0]?.slug)
})

test('keeps a status for posts that are submitted while theirs is deleted', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await create(`Fleeting ${round}`)
    const [one, deletion, two] = await Promise.all([
      app.graphql(POST, { status: { id } }, tenant.key),
      app.graphql(DELETE, { id }, tenant.admin.session),
      app.graphql(POST, { status: { id } }, tenant.key),
    ])
    const submissions = [one, two].map(({ body }) => body.data.createPost)
    for (const { post, errors } of submissions)
      expect(errors).toMatchObject(post ? [] : [{ code: 'UNPROCESSABLE' }])
    const deleted = deletion.body.data.deleteStatus.deletedStatusId !== null
    expect(submissions.some(({ post }) => post)).toBe(!deleted)
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
    expect(answers[1].body.data.createPost).toMatchObject({ post: { id: expect.any(String) }, errors: [] })
  }
})

test('lets only team members in person change the workflow, and every member and customer see it', async () => {
  const before = await list()
  const [{ id } = { id: '' }] = before
  const { eve } = await customers(app, tenant, 'eve')
  expect((await run(app, eve, LIST)).statuses).toEqual(before)
  for (const headers of [tenant.key, eve]) {
    expect(await refusal(app, headers, CREATE, { input: { name: 'No', kind: 'CLOSED' } })).toMatchObject({
      status: 403,
    })
    expect(await refusal(app, headers, UPDATE, { input: { id, name: 'No' } })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, DELETE, { id })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, REORDER, { ids: [id] })).toMatchObject({ status: 403 })
  }
  expect(await list()).toEqual(before)
})

test("treats another organization's status as unknown", async () => {
  const other = await createTenant(app)
  const [{ id } = { id: '' }] = await list(other)
  const ask = (query: string, of: string) =>
    refusal(app, tenant.admin.session, query, { id: of, input: { id: of, name: 'Mine' } })
  for (const query of [UPDATE, DELETE]) {
    const foreign = await ask(query, id)
    expect(foreign).toEqual(await ask(query, 'sts_2147483647'))
    expect(foreign.status).toBe(404)
  }
  const find = '($id: ID!) { status(by: { id: $id }) { id } node(id: $id) { id } }'
  expect(await run(app, tenant.key, `query ${find}`, { id })).toEqual({ status: null, node: null })
  expect(await list(other)).toHaveLength(6)
})
