import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const TEAM = '{ teamMembers { nodes { id role admin joinedAt user { name email role } } } }'
const ADD =
  'mutation ($email: String!, $name: String, $role: TeamRole!) { addTeamMember(input: { email: $email, name: $name, role: $role }) { id role admin user { email name } } }'
const CHANGE =
  'mutation ($id: ID!, $role: TeamRole!) { changeTeamRole(id: $id, role: $role) { id role roleChangedAt } }'
const REMOVE = 'mutation ($id: ID!) { removeTeamMember(id: $id) { id } }'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const roles = async ({ organization }: Tenant) =>
  app.database.kysely
    .selectFrom('users')
    .select(['id', 'role'])
    .where('organizationId', '=', organization.id)
    .orderBy('id')
    .execute()

test('adds a new member, turns a customer into one who keeps what they wrote, and adds no one twice', async () => {
  const tenant = await createTenant(app)
  const { cora } = await customers(app, tenant, 'cora')
  const { createPost } = await run(
    app,
    cora,
    'mutation { createPost(input: { title: "Mine" }) { post { submitter { id } } } }',
  )
  const fresh = await run(app, tenant.admin.session, ADD, {
    email: 'Fresh@Team.example',
    name: 'Fresh',
    role: 'csm',
  })
  expect(fresh.addTeamMember).toMatchObject({
    role: 'csm',
    admin: false,
    user: { email: 'fresh@team.example', name: 'Fresh' },
  })
  const joined = await run(app, tenant.admin.session, ADD, { email: emailOf('cora'), role: 'member' })
  expect(joined.addTeamMember.id).toBe(createPost.post.submitter.id)
  const adds = await Promise.all(
    [1, 2, 3].map(() =>
      app.graphql(ADD, { email: 'once@team.example', role: 'member' }, tenant.admin.session),
    ),
  )
  expect(adds.filter(({ body }) => !body.errors)).toHaveLength(1)
  const { code } = await refusal(app, tenant.admin.session, ADD, {
    email: 'FRESH@team.example',
    role: 'admin',
  })
  expect(code).toBe('ERROR_CODE_ALREADY_EXISTS')
  const { teamMembers } = await run(app, tenant.key, TEAM)
  expect(
    teamMembers.nodes.map((node: { role: string; user: { email: string } }) => [node.user.email, node.role]),
  ).toEqual([
    [tenant.admin.email, 'admin'],
    ['fresh@team.example', 'csm'],
    [emailOf('cora'), 'member'],
    ['once@team.example', 'member'],
  ])
})

test("changes a person's permissions at once with the role", async () => {
  const tenant = await createTenant(app)
  const member = await tenant.member('member')
  expect(await refusal(app, member.session, '{ apiKeys { nodes { id } } }')).toMatchObject({ status: 403 })
  await run(app, tenant.admin.session, CHANGE, { id: String(member.id), role: 'admin' })
  await run(app, member.session, '{ apiKeys { nodes { id } } }')
  await run(app, member.session, CHANGE, { id: String(tenant.admin.id), role: 'collaborator' })
  expect(await refusal(app, tenant.admin.session, '{ apiKeys { nodes { id } } }')).toMatchObject({
    status: 403,
  })
})

test('turns a removed member into a customer, whose posts and API keys remain', async () => {
  const tenant = await createTenant(app)
  const second = await tenant.member('admin')
  const { createApiKey } = await run(app, second.session, 'mutation { createApiKey { key } }')
  const { createPost } = await run(
    app,
    second.session,
    'mutation { createPost(input: { title: "Theirs" }) { post { id } } }',
  )
  await run(app, tenant.admin.session, REMOVE, { id: String(second.id) })
  const { me } = await run(app, second.session, '{ me { role actor { id role } } }')
  expect(me).toEqual({ role: null, actor: { id: String(second.id), role: null } })
  expect(await refusal(app, second.session, TEAM)).toMatchObject({ status: 403 })
  const headers = { 'API-KEY': createApiKey.key }
  const { post } = await run(
    app,
    headers,
    'query ($id: ID!) { post(by: { id: $id }) { submitter { id } } }',
    {
      id: createPost.post.id,
    },
  )
  expect(post.submitter.id).toBe(String(second.id))
  expect((await app.call('GET', '/api/v3/buckets', { headers })).status).toBe(200)
  const { teamMembers } = await run(app, tenant.key, TEAM)
  expect(teamMembers.nodes).toHaveLength(1)
})

test('rejects the removal and the demotion of the last admin', async () => {
  const tenant = await createTenant(app)
  await tenant.member('member')
  const before = await roles(tenant)
  const id = String(tenant.admin.id)
  expect(await refusal(app, tenant.admin.session, REMOVE, { id })).toMatchObject({
    status: 422,
    code: 'ERROR_CODE_CANNOT_DELETE',
  })
  expect(await refusal(app, tenant.admin.session, CHANGE, { id, role: 'member' })).toMatchObject({
    status: 422,
    code: 'ERROR_CODE_INVALID_PARAM',
  })
  await run(app, tenant.admin.session, CHANGE, { id, role: 'admin' })
  expect(await roles(tenant)).toEqual(before)
})

test('leaves one admin when admins demote and remove each other concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const tenant = await createTenant(app)
    const admins = [tenant.admin, await tenant.member('admin'), await tenant.member('admin')]
    await Promise.all(
      admins.map((admin, index) => {
        const id = String(admins[(index + 1) % admins.length]?.id)
        return index % 2
          ? app.graphql(REMOVE, { id }, admin.session)
          : app.graphql(CHANGE, { id, role: 'member' }, admin.session)
      }),
    )
    expect((await roles(tenant)).filter(({ role }) => role === 'admin').length).toBeGreaterThanOrEqual(1)
  }
})

test('lets only an admin change the team, and only the team see it', async () => {
  const tenant = await createTenant(app)
  const member = await tenant.member('member')
  const { carl } = await customers(app, tenant, 'carl')
  const before = await roles(tenant)
  const id = String(member.id)
  for (const headers of [tenant.key, member.session, { ...tenant.key, ...member.session }, carl]) {
    expect(await refusal(app, headers, ADD, { email: 'a@b.example', role: 'admin' })).toMatchObject({
      status: 403,
    })
    expect(await refusal(app, headers, CHANGE, { id, role: 'admin' })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, REMOVE, { id })).toMatchObject({ status: 403 })
  }
  expect(await refusal(app, carl, TEAM)).toMatchObject({ status: 403 })
  expect(await roles(tenant)).toEqual(before)
})

test("excludes customers and another organization's members from the team", async () => {
  const [tenant, other] = [await createTenant(app), await createTenant(app)]
  await customers(app, tenant, 'kate')
  const customer = (await roles(tenant)).find(({ role }) => role === null)
  for (const id of [String(other.admin.id), String(customer?.id), '2147483647', 'x']) {
    expect(await refusal(app, tenant.admin.session, REMOVE, { id })).toMatchObject({
      status: 404,
      message: 'Team member not found',
    })
    expect(await refusal(app, tenant.admin.session, CHANGE, { id, role: 'member' })).toMatchObject({
      status: 404,
    })
  }
  expect((await roles(other)).map(({ role }) => role)).toEqual(['admin'])
})

test('keeps the password and the other memberships of an added person who already has an account', async () => {
  const [tenant, other] = [await createTenant(app), await createTenant(app)]
  const account = () =>
    app.database.kysely
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', other.admin.email)
      .executeTakeFirstOrThrow()
  const before = await account()
  await run(app, tenant.admin.session, ADD, {
    email: other.admin.email,
    name: 'Renamed',
    role: 'collaborator',
  })
  expect(await account()).toEqual(before)
  expect((await run(app, other.admin.session, '{ me { role actor { name } } }')).me.role).toBe('admin')
  const { organizations } = await run(
    app,
    { Authorization: other.admin.session.Authorization ?? '' },
    '{ organizations { nodes { slug } } }',
  )
  expect(organizations.nodes).toHaveLength(2)
})
