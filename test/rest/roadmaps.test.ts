import { beforeAll, expect, test } from 'vitest'
import { refusal } from '../support/clients/operations.ts'
import { postNodeId } from '../support/fixtures/comments.ts'
import { roadmapCalls, roadmapMutation } from '../support/fixtures/roadmaps.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const ROADMAPS = '/api/v3/roadmaps'
const app = useApp()
const tenant = useTenant(app)
let calls: ReturnType<typeof roadmapCalls>

beforeAll(() => {
  calls = roadmapCalls(app, tenant)
})

test("returns a roadmap as documented, flat, with the owner's e-mail masked", async () => {
  const own = await createTenant(app)
  const csm = await own.member('csm', 'carl@example.com')
  const { createRoadmap } = await calls.ask(
    roadmapMutation('createRoadmap', 'roadmap { id databaseId }'),
    {
      input: {
        title: 'Winter 2026',
        description: 'What we ship',
        icon: { type: 'emoji', value: '❄️' },
        mode: 'TIMELINE',
        kanbanViewGroup: 'QUARTER',
        startDate: '2026-10-01T00:00:00Z',
        endDate: '2026-12-31T12:00:00Z',
      },
    },
    csm.session,
  )
  const { databaseId: id } = createRoadmap.roadmap
  const one = await app.call('GET', `${ROADMAPS}/${id}`, { headers: own.key })
  expect(one.status).toBe(200)
  expect(one.body).toEqual({
    id,
    title: 'Winter 2026',
    slug: 'winter-2026',
    description: 'What we ship',
    is_public: true,
    status: 'backlog',
    icon: { type: 'emoji', value: '❄️' },
    mode: 'timeline',
    score_type: 'none',
    score: null,
    archived: false,
    percentage: 0,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    kanban_view_group: 'quarter',
    start_date: '2026-10-01T00:00:00.000Z',
    end_date: '2026-12-31T12:00:00.000Z',
    user: {
      id: csm.id,
      name: `csm of ${own.organization.slug}`,
      profile_picture: { url: null },
      confirmed: true,
      is_admin_of_organization: false,
      is_member_of_organization: true,
      is_csm_of_organization: true,
      is_interactor: false,
      user_labels: [],
      email: 'c***@example.com',
    },
  })
  const list = await app.call('GET', ROADMAPS, { headers: own.key })
  expect(list.body).toEqual({ success: true, roadmaps: [one.body] })
})

test('shows customers the public roadmaps and the posts visible to them', async () => {
  const own = await createTenant(app)
  const customer = await own.sso({ email: 'customer@example.com' })
  const open = await roadmapCalls(app, own).create({ title: 'Open' })
  const inner = await roadmapCalls(app, own).create({ title: 'Inner', isPublic: false, archived: true })
  const [seen, waiting] = [
    await roadmapCalls(app, own).post('Seen'),
    await roadmapCalls(app, own).post('Waiting'),
  ]
  for (const postId of [seen, waiting]) await roadmapCalls(app, own).add(open, postId)
  await calls.ask(
    `mutation { updatePost(input: {id: "post_${waiting}", approvalStatus: PENDING}) { post { id } } }`,
    {},
    own.admin.session,
  )
  const list = '{ roadmaps { nodes { id posts { nodes { post { title } } } } } }'
  expect((await calls.ask(list, {}, customer)).roadmaps.nodes).toEqual([
    { id: open, posts: { nodes: [{ post: { title: 'Seen' } }] } },
  ])
  expect((await calls.ask(list, {}, own.key)).roadmaps.nodes.map(({ id }: { id: string }) => id)).toEqual([
    inner,
    open,
  ])
  const archived = '{ roadmaps(filter: { archived: false }) { totalCount nodes { id } } }'
  expect((await calls.ask(archived, {}, own.key)).roadmaps).toEqual({ totalCount: 1, nodes: [{ id: open }] })
  const one = 'query ($id: ID!) { roadmap(by: { id: $id }) { id } node(id: $id) { id } }'
  for (const id of [inner, 'rdm_2000000000'])
    expect(await calls.ask(one, { id }, customer)).toEqual({ roadmap: null, node: null })
  expect(await calls.ask(one, { id: inner }, own.key)).toEqual({
    roadmap: { id: inner },
    node: { id: inner },
  })
})

test('updates only the given fields and keeps the slug', async () => {
  const id = await calls.create({ title: 'First name', endDate: '2090-01-01T00:00:00Z' })
  const update = async (input: object) => {
    const changed = await calls.change(
      'updateRoadmap',
      { id, ...input },
      'clientMutationId roadmap { title slug endDate status updatedAt }',
    )
    return changed.roadmap
  }
  const refuse = (input: object) => calls.refuse('updateRoadmap', { id, ...input })
  const before = await update({ title: 'First name', clientMutationId: 'mine' })
  expect(await update({ title: 'First name', endDate: '2090-01-01T00:00:00Z' })).toEqual(before)
  const after = await update({ title: 'Second name', status: 'PLANNED', ifUnchangedSince: before.updatedAt })
  expect(after).toMatchObject({
    title: 'Second name',
    slug: 'first-name',
    endDate: '2090-01-01T00:00:00.000Z',
    status: 'PLANNED',
  })
  expect(await refuse({ title: 'Third', ifUnchangedSince: before.updatedAt })).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
  expect(await refuse({ endDate: '1999-01-01T00:00:00Z' })).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['endDate'],
  })
  expect(await refuse({ title: ' ' })).toMatchObject({ code: 'MISSING_PARAM', field: ['title'] })
  expect(await refuse({ icon: { type: 'emoji', value: ' ' } })).toMatchObject({ field: ['icon', 'value'] })
  expect(await refuse({ title: null, status: null })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['title'],
  })
  expect(await refuse({})).toMatchObject({ code: 'UNPROCESSABLE', field: null })
  expect((await update({ endDate: null })).endDate).toBeNull()
})

test('lets only team members in person write, and not to another organization', async () => {
  const id = await calls.create({ title: 'Guarded' })
  const [onIt, other] = [await calls.post('On it'), await calls.post('Other')]
  await calls.add(id, onIt)
  const rows = async () =>
    (
      await app.database.pool.query(
        'select r.*, p.post_id from roadmaps r left join roadmap_posts p on p.roadmap_id = r.id order by r.id, p.post_id',
      )
    ).rows
  const before = await rows()
  const stranger = await createTenant(app)
  const [postId, otherId] = [postNodeId(onIt), postNodeId(other)]
  const mutations: [name: string, input: object][] = [
    ['updateRoadmap', { id, title: 'x' }],
    ['deleteRoadmap', { id }],
    ['addRoadmapPost', { id, postId: otherId }],
    ['removeRoadmapPost', { id, postId }],
    ['scoreRoadmapPost', { id, postId, scoring: { reach: 1 } }],
    ['moveRoadmapPost', { id, postId, position: { afterPostId: otherId } }],
  ]
  const customer = await tenant.sso({ email: 'customer@example.com' })
  const refuse = (name: string, input: object, headers: Headers) =>
    refusal(app, headers, roadmapMutation(name, '__typename'), { input })
  for (const [name, input] of [...mutations, ['createRoadmap', { title: 'x' }] as const])
    for (const headers of [tenant.key, customer])
      expect(await refuse(name, input, headers)).toMatchObject({ code: 'FORBIDDEN' })
  for (const [name, input] of mutations)
    expect(await refuse(name, input, stranger.admin.session)).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Roadmap not found',
      field: null,
    })
  const foreign = await roadmapCalls(app, stranger).post('Foreign')
  for (const unknown of [foreign, 2_000_000_000])
    expect(await calls.refuse('addRoadmapPost', { id, postId: postNodeId(unknown) })).toMatchObject({
      code: 'UNPROCESSABLE',
      field: ['postId'],
    })
  expect(await calls.refuse('addRoadmapPost', { id: postId, postId })).toMatchObject({ field: ['id'] })
  expect(await rows()).toEqual(before)
  for (const unknown of [id.split('_')[1], '2000000000', '99999999999'])
    expect(await app.call('GET', `${ROADMAPS}/${unknown}`, { headers: stranger.key })).toMatchObject({
      status: 404,
      body: { message: 'Roadmap not found', error: 'ERROR_CODE_NOT_FOUND' },
    })
  expect(await calls.change('deleteRoadmap', { id }, 'deletedRoadmapId')).toMatchObject({
    deletedRoadmapId: id,
  })
  const { post } = await calls.ask(`{ post(by: {databaseId: ${onIt}}) { databaseId } }`)
  expect(post.databaseId).toBe(onIt)
})
