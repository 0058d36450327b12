import { beforeAll, expect, test } from 'vitest'
import { ADD_POST, CREATE_ROADMAP, roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
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
  const { data } = await calls.run(
    CREATE_ROADMAP,
    {
      input: {
        title: 'Winter 2026',
        description: 'What we ship',
        icon: { type: 'emoji', value: '❄️' },
        mode: 'timeline',
        kanbanViewGroup: 'quarter',
        startDate: '2026-10-01T00:00:00Z',
        endDate: '2026-12-31T12:00:00Z',
      },
    },
    csm.session,
  )
  const { id } = data.createRoadmap
  const one = await app.call('GET', `${ROADMAPS}/${id}`, { headers: own.key })
  expect(one.status).toBe(200)
  expect(one.body).toEqual({
    id: Number(id),
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
  for (const postId of [seen, waiting]) await calls.run(ADD_POST, { id: open, postId }, own.admin.session)
  await calls.run(
    `mutation { updatePost(input: {id: "post_${waiting}", approvalStatus: PENDING}) { post { id } } }`,
    {},
    own.admin.session,
  )
  const list = '{ roadmaps { nodes { id posts { nodes { post { title } } } } } }'
  expect((await calls.run(list, {}, customer)).data.roadmaps.nodes).toEqual([
    { id: open, posts: { nodes: [{ post: { title: 'Seen' } }] } },
  ])
  expect(
    (await calls.run(list, {}, own.key)).data.roadmaps.nodes.map(({ id }: { id: string }) => id),
  ).toEqual([inner, open])
  const archived = '{ roadmaps(filter: {archived: false}) { nodes { id } } }'
  expect((await calls.run(archived, {}, own.key)).data.roadmaps.nodes).toEqual([{ id: open }])
  for (const id of [inner, '2000000000'])
    expect((await calls.run(`{ roadmap(id: ${id}) { id } }`, {}, customer)).errors[0].message).toBe(
      'Roadmap not found',
    )
})

test('updates only the given fields and keeps the slug', async () => {
  const id = await calls.create({ title: 'First name', endDate: '2090-01-01T00:00:00Z' })
  const update = (input: object) =>
    calls.run(
      'mutation ($id: ID!, $input: UpdateRoadmapInput!) { updateRoadmap(id: $id, input: $input) { title slug endDate status updatedAt } }',
      { id, input },
    )
  const before = (await update({})).data.updateRoadmap
  expect((await update({ title: 'First name', endDate: '2090-01-01T00:00:00Z' })).data.updateRoadmap).toEqual(
    before,
  )
  expect((await update({ title: 'Second name', status: 'planned' })).data.updateRoadmap).toMatchObject({
    title: 'Second name',
    slug: 'first-name',
    endDate: '2090-01-01T00:00:00.000Z',
    status: 'planned',
  })
  expect((await update({ endDate: '1999-01-01T00:00:00Z' })).errors[0].extensions).toMatchObject({
    status: 422,
  })
  expect((await update({ title: ' ' })).errors[0].extensions.code).toBe('ERROR_CODE_MISSING_PARAM')
  expect((await update({ endDate: null })).data.updateRoadmap.endDate).toBeNull()
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
  const mutations = [
    `updateRoadmap(id: ${id}, input: {title: "x"}) { id }`,
    `deleteRoadmap(id: ${id}) { id }`,
    `addPostToRoadmap(id: ${id}, postId: ${other}) { id }`,
    `removePostFromRoadmap(id: ${id}, postId: ${onIt}) { id }`,
    `scoreRoadmapPost(id: ${id}, postId: ${onIt}, scoring: {reach: 1}) { id }`,
  ]
  const customer = await tenant.sso({ email: 'customer@example.com' })
  for (const mutation of [...mutations, 'createRoadmap(input: {title: "x"}) { id }'])
    for (const headers of [tenant.key, customer])
      expect((await calls.run(`mutation { ${mutation} }`, {}, headers)).errors[0].extensions.code).toBe(
        'ERROR_CODE_FORBIDDEN',
      )
  for (const mutation of mutations)
    expect((await calls.run(`mutation { ${mutation} }`, {}, stranger.admin.session)).errors[0].message).toBe(
      'Roadmap not found',
    )
  const foreign = await roadmapCalls(app, stranger).post('Foreign')
  for (const postId of [foreign, 2_000_000_000])
    expect((await calls.add(id, postId)).errors[0].extensions).toMatchObject({
      status: 422,
      errors: { postId: ['does not exist'] },
    })
  expect(await rows()).toEqual(before)
  for (const unknown of [id, '2000000000', '99999999999'])
    expect(await app.call('GET', `${ROADMAPS}/${unknown}`, { headers: stranger.key })).toMatchObject({
      status: 404,
      body: { message: 'Roadmap not found', error: 'ERROR_CODE_NOT_FOUND' },
    })
  const gone = await calls.run(`mutation { deleteRoadmap(id: ${id}) { id } }`)
  expect(gone.data.deleteRoadmap.id).toBe(id)
  expect((await calls.run(`{ post(by: {databaseId: ${onIt}}) { databaseId } }`)).data.post.databaseId).toBe(
    onIt,
  )
})
