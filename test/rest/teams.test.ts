import { expect, test } from 'vitest'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { customers, emailOf } from '../support/fixtures/people.ts'
import { createTenant, type Person, type Tenant } from '../support/fixtures/scenario.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const send = (method: string, path = '', body?: unknown, headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/teams${path}`, { headers, body })

const as = ({ key }: Tenant, { session }: Person) => ({ ...key, ...session })

/** The e-mails and roles of an organization's team. */
async function teamOf({ organization }: Tenant) {
  const { rows } = await app.database.pool.query<{ email: string; role: string }>(
    'select email, role from users where organization_id = $1 and role is not null order by id',
    [organization.id],
  )
  return rows.map(({ email, role }) => [email, role])
}

test('adds, lists, updates and removes a team member as documented', async () => {
  const own = await createTenant(app)
  const added = await send(
    'POST',
    '',
    { email: 'Grace@Team.example', name: 'Grace', role: 'csm' },
    own.keyAndAdmin,
  )
  expect(added).toMatchObject({ status: 201 })
  const { id } = added.body
  expect(added.body).toEqual({
    id,
    user: { name: 'Grace', email: 'grace@team.example' },
    admin: false,
    role: 'csm',
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: added.body.created_at,
  })
  const list = await send('GET', '', undefined, own.keyAndAdmin)
  expect(list.body.teams).toEqual([expect.objectContaining({ id: own.admin.id, admin: true }), added.body])
  expect(list.body).toEqual({ success: true, teams: list.body.teams, team: list.body.teams })
  const changed = await send('PUT', `/${id}`, { role: 'admin' }, own.keyAndAdmin)
  expect(changed).toMatchObject({
    status: 200,
    body: { id, admin: true, role: 'admin', created_at: added.body.created_at },
  })
  expect((await send('PATCH', `/${id}`, { role: 'collaborator' }, own.keyAndAdmin)).body.role).toBe(
    'collaborator',
  )
  expect(await send('DELETE', `/${id}`, undefined, own.keyAndAdmin)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Team member deleted' },
  })
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect(await send(method, `/${id}`, { role: 'csm' }, own.keyAndAdmin)).toMatchObject({
      status: 404,
      body: { error: 'ERROR_CODE_NOT_FOUND', message: 'Team member not found' },
    })
})

test('lists the team in pages, in as many statements for 100 members as for 10', async () => {
  const own = await createTenant(app)
  await app.database.pool.query(
    `insert into users (organization_id, email, name, role, joined_team_at, labels)
      select $1, 'm' || n || '@team.example', 'Member', 'member', now() + n * interval '1 second', '{}' from generate_series(1, 109) n`,
    [own.organization.id],
  )
  const counts: number[] = []
  for (const size of [10, 10, 30, 100]) {
    app.statements.length = 0
    const { body, headers } = await send('GET', `?per_page=${size}`, undefined, own.keyAndAdmin)
    expect(body.teams.map(({ user }: { user: { email: string } }) => user.email).slice(0, 2)).toEqual([
      own.admin.email,
      'm1@team.example',
    ])
    expect([body.teams.length, headers.get('link')?.includes('page=2')]).toEqual([size, true])
    counts.push(app.statements.filter((text) => !/account_id/.test(text)).length)
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
  const last = await send('GET', '?per_page=100&page=2', undefined, own.keyAndAdmin)
  expect([last.body.teams.length, nextPage(last.headers)]).toEqual([10, null])
  expect((await send('GET', '?page=9', undefined, own.keyAndAdmin)).body.teams).toEqual([])
  expect((await send('GET', '?per_page=101', undefined, own.keyAndAdmin)).status).toBe(400)
})

test('refuses what cannot be added, and adds no one twice', async () => {
  const before = await teamOf(tenant)
  for (const [body, status, error] of [
    [{ role: 'admin' }, 422, 'ERROR_CODE_MISSING_PARAM'],
    [{ email: 'a@b.example' }, 422, 'ERROR_CODE_MISSING_PARAM'],
    [{ email: 'a@b.example', role: 'owner' }, 400, 'ERROR_CODE_INVALID_PARAM'],
    [{ email: 'nobody', role: 'admin' }, 400, 'ERROR_CODE_INVALID_PARAM'],
    [{ email: tenant.admin.email.toUpperCase(), role: 'csm' }, 422, 'ERROR_CODE_ALREADY_EXISTS'],
  ] as const)
    expect(await send('POST', '', body)).toMatchObject({ status, body: { error } })
  expect(await send('PUT', `/${tenant.admin.id}`, {})).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_MISSING_PARAM', errors: { role: ["can't be blank"] } },
  })
  expect(await teamOf(tenant)).toEqual(before)
  const adds = await Promise.all(
    [1, 2, 3].map(() => send('POST', '', { email: 'once@team.example', role: 'member' })),
  )
  expect(adds.map(({ status }) => status).sort()).toEqual([201, 422, 422])
})

test('only team members read the team, and only admins and tokens with the scope change it', async () => {
  const [own, owner] = [await createTenant(app), await createTenant(app)]
  const member = await own.member('member')
  const { carl } = await customers(app, own, 'carl')
  const before = await teamOf(own)
  const writes = [
    ['POST', '', { email: 'a@b.example', role: 'admin' }],
    ['POST', '/import', { team: [{ email: 'a@b.example', role: 'admin' }] }],
    ['PUT', `/${member.id}`, { role: 'admin' }],
    ['PATCH', `/${member.id}`, { role: 'admin' }],
    ['DELETE', `/${member.id}`, undefined],
  ] as const
  const install = await putInstall(app, await putApp(app, owner), own, {
    scopes: ['member:read', 'member:write'],
  })
  const reader = await putToken(app, install, ['member:read'])
  for (const [headers, status] of [
    [own.key, 401],
    [{ ...own.key, ...carl }, 403],
    [as(own, member), 403],
    [reader, 403],
  ] as const)
    for (const [method, path, body] of writes)
      expect(await send(method, path, body, headers)).toMatchObject({ status })
  expect((await send('POST', '', writes[0][2], reader)).body).toEqual({
    message: 'Missing required OAuth scope: member:write',
    status: 403,
    success: false,
  })
  expect(await teamOf(own)).toEqual(before)
  expect((await send('GET', '', undefined, own.key)).status).toBe(401)
  expect((await send('GET', '', undefined, { ...own.key, ...carl })).status).toBe(403)
  const seen = await send('GET', '', undefined, as(own, member))
  expect(seen.body.teams).toHaveLength(2)
  expect((await send('GET', '', undefined, reader)).body).toEqual(seen.body)
  const writer = await putToken(app, install, ['member:write'])
  expect((await send('POST', '', { email: 'by@app.example', role: 'csm' }, writer)).status).toBe(201)
})

test("treats another organization's member, and a customer, as unknown", async () => {
  const [own, other] = [await createTenant(app), await createTenant(app)]
  await customers(app, own, 'kate')
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select id from users where email = $1 and organization_id = $2',
    [emailOf('kate'), own.organization.id],
  )
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const unknown = await send(method, '/2147483647', { role: 'csm' }, own.keyAndAdmin)
    for (const id of [other.admin.id, rows[0]?.id]) {
      const refused = await send(method, `/${id}`, { role: 'csm' }, own.keyAndAdmin)
      expect([refused.status, refused.body]).toEqual([404, unknown.body])
    }
  }
  expect(await teamOf(other)).toEqual([[other.admin.email, 'admin']])
})
