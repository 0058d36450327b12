import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const TEAM = '{ teamMembers { nodes { id role joinedAt user { name email role } } } }'
const ADD =
  'mutation ($email: EmailAddress!, $name: String, $role: TeamRole!) { addTeamMember(input: { email: $email, name: $name, role: $role }) { teamMember { id databaseId role user { email name } } errors { code } } }'
const CHANGE =
  'mutation ($id: ID!, $role: TeamRole!) { updateTeamMember(input: { id: $id, role: $role }) { teamMember { id role roleChangedAt } } }'
const REMOVE =
  'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId user { role membership { id } } } }'

const app = useApp()

const idOf = ({ id }: { id: number }) => `mbr_${id}`

const roles = async ({ organization }: Tenant) => {
  const users = app.database.kysely.selectFrom('users').select(['id', 'role'])
  return users.where('organizationId', '=', organization.id).orderBy('id').execute()
}

test('adds a new member, turns a customer into one who keeps what they wrote, and adds no one twice', async () => {
  const tenant = await createTenant(app)
  const { cora } = await customers(app, tenant, 'cora')
  const { createPost } = await run(
    app,
    cora,
    'mutation { createPost(input: { title: "Mine" }) { post { submitter { databaseId } } } }',
  )
  const fresh = await run(app, tenant.admin.session, ADD, {
    email: 'Fresh@Team.example',
    name: 'Fresh',
    role: 'CSM',
  })
  expect(fresh.addTeamMember.teamMember).toMatchObject({
    role: 'CSM',
    user: { email: 'fresh@team.example', name: 'Fresh' },
  })
  const joined = await run(app, tenant.admin.session, ADD, { email: emailOf('cora'), role: 'MEMBER' })
  expect(joined.addTeamMember.teamMember.databaseId).toBe(createPost.post.submitter.databaseId)
  const adds = await Promise.all(
    [1, 2, 3].map(() =>
      app.graphql(ADD, { email: 'once@team.example', role: 'MEMBER' }, tenant.admin.session),
    ),
  )
  expect(adds.filter(({ body }) => body.data.addTeamMember.teamMember)).toHaveLength(1)
  const taken = await refusal(app, tenant.admin.session, ADD, {
    email: 'FRESH@team.example',
    role: 'ADMIN',
  })
  expect(taken).toMatchObject({ code: 'ALREADY_EXISTS', field: ['email'] })
  expect(await refusal(app, tenant.admin.session, ADD, { email: 'none', role: 'ADMIN' })).toMatchObject({
    code: 'INVALID_PARAM',
    field: ['email'],
  })
  const { teamMembers } = await run(app, tenant.key, TEAM)
  expect(
    teamMembers.nodes.map((node: { role: string; user: { email: string } }) => [node.user.email, node.role]),
  ).toEqual([
    [tenant.admin.email, 'ADMIN'],
    ['fresh@team.example', 'CSM'],
    [emailOf('cora'), 'MEMBER'],
    ['once@team.example', 'MEMBER'],
  ])
})

test("changes a person's permissions at once with the role", async () => {
  const tenant = await createTenant(app)
  const member = await tenant.member('member')
  expect(await refusal(app, member.session, '{ apiKeys { nodes { id } } }')).toMatchObject({ status: 403 })
  await run(app, tenant.admin.session, CHANGE, { id: idOf(member), role: 'ADMIN' })
  await run(app, member.session, '{ apiKeys { nodes { id } } }')
  await run(app, member.session, CHANGE, { id: idOf(tenant.admin), role: 'COLLABORATOR' })
  expect(await refusal(app, tenant.admin.session, '{ apiKeys { nodes { id } } }')).toMatchObject({
    status: 403,
  })
})

test('turns a removed member into a customer, whose posts and API keys remain', async () => {
  const tenant = await createTenant(app)
  const second = await tenant.member('admin')
  const { createApiKey } = await run(app, second.session, 'mutation { createApiKey(input: {}) { secret } }')
  const { createPost } = await run(
    app,
    second.session,
    'mutation { createPost(input: { title: "Theirs" }) { post { id } } }',
  )
  const { removeTeamMember } = await run(app, tenant.admin.session, REMOVE, { id: idOf(second) })
  expect(removeTeamMember).toMatchObject({
    removedTeamMemberId: idOf(second),
    user: { role: null, membership: null },
  })
  const { viewer } = await run(app, second.session, '{ viewer { role actor { databaseId role } } }')
  expect(viewer).toEqual({ role: null, actor: { databaseId: second.id, role: null } })
  expect(await refusal(app, second.session, TEAM)).toMatchObject({ status: 403 })
  const headers = { 'API-KEY': createApiKey.secret }
  const { post } = await run(
    app,
    headers,
    'query ($id: ID!) { post(by: { id: $id }) { submitter { databaseId } } }',
    { id: createPost.post.id },
  )
  expect(post.submitter.databaseId).toBe(second.id)
  expect((await app.call('GET', '/api/v3/buckets', { headers })).status).toBe(200)
  const { teamMembers } = await run(app, tenant.key, TEAM)
  expect(teamMembers.nodes).toHaveLength(1)
})

test('rejects the removal and the demotion of the last admin', async () => {
  const tenant = await createTenant(app)
  await tenant.member('member')
  const before = await roles(tenant)
  const id = idOf(tenant.admin)
  expect(await refusal(app, tenant.admin.session, REMOVE, { id })).toMatchObject({
    status: 422,
    code: 'CANNOT_DELETE',
  })
  expect(await refusal(app, tenant.admin.session, CHANGE, { id, role: 'MEMBER' })).toMatchObject({
    status: 422,
    code: 'UNPROCESSABLE',
    field: ['role'],
  })
  await run(app, tenant.admin.session, CHANGE, { id, role: 'ADMIN' })
  expect(await roles(tenant)).toEqual(before)
})

test('leaves one admin when admins demote and remove each other concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const tenant = await createTenant(app)
    const admins = [tenant.admin, await tenant.member('admin'), await tenant.member('admin')]
    await Promise.all(
      admins.map((admin, index) => {
        const id = idOf(admins[(index + 1) % admins.length] ?? admin)
        return index % 2
          ? app.graphql(REMOVE, { id }, admin.session)
          : app.graphql(CHANGE, { id, role: 'MEMBER' }, admin.session)
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
  const id = idOf(member)
  for (const headers of [tenant.key, member.session, { ...tenant.key, ...member.session }, carl]) {
    expect(await refusal(app, headers, ADD, { email: 'a@b.example', role: 'ADMIN' })).toMatchObject({
      status: 403,
    })
    expect(await refusal(app, headers, CHANGE, { id, role: 'ADMIN' })).toMatchObject({ status: 403 })
    expect(await refusal(app, headers, REMOVE, { id })).toMatchObject({ status: 403 })
  }
  expect(await refusal(app, carl, TEAM)).toMatchObject({ status: 403 })
  expect(await roles(tenant)).toEqual(before)
})

test("excludes customers and another organization's members from the team", async () => {
  const [tenant, other] = [await createTenant(app), await createTenant(app)]
  await customers(app, tenant, 'kate')
  const customer = (await roles(tenant)).find(({ role }) => role === null)
  for (const id of [idOf(other.admin), `mbr_${customer?.id}`, 'mbr_2147483647']) {
    expect(await refusal(app, tenant.admin.session, REMOVE, { id })).toMatchObject({
      status: 404,
      message: 'Team member not found',
    })
    expect(await refusal(app, tenant.admin.session, CHANGE, { id, role: 'MEMBER' })).toMatchObject({
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
    role: 'COLLABORATOR',
  })
  expect(await account()).toEqual(before)
  const { viewer } = await run(app, other.admin.session, '{ viewer { role actor { name } } }')
  expect(viewer.role).toBe('ADMIN')
  const session = { Authorization: other.admin.session.Authorization ?? '' }
  const { organizations } = await run(app, session, '{ organizations { nodes { slug } } }')
  // The account acts in the organization once it has accepted an invitation.
  expect(organizations.nodes).toEqual([{ slug: other.organization.slug }])
})
