import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, emailOf } from '../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (team: unknown, own: Tenant = tenant) =>
  app.call('POST', '/api/v3/teams/import', { headers: own.keyAndAdmin, body: { team } })

const emailsOf = (team: { user: { email: string } }[]) => team.map(({ user }) => user.email)

test('stores each entry that can be added, and returns the others with their reasons', async () => {
  const own = await createTenant(app)
  await customers(app, own, 'cora')
  const { status, body } = await send(
    [
      { email: 'Two@team.example', name: 'Two', role: 'csm' },
      { email: 'nobody', role: 'boss' },
      { email: emailOf('cora'), name: 'Renamed', role: 'admin' },
      'text',
      { email: 'TWO@team.example', role: 'admin' },
      { email: own.admin.email, role: 'member' },
      { email: 'one@team.example', role: 'member', name: 5 },
      { role: '' },
      { email: 'one@team.example', role: 'member', unknown: true },
      { email: 'long@team.example', role: 'member', name: 'x'.repeat(256) },
    ],
    own,
  )
  expect(status).toBe(200)
  expect(body.team).toEqual([
    expect.objectContaining({ user: { name: 'Two', email: 'two@team.example' }, role: 'csm', admin: false }),
    expect.objectContaining({ user: { name: 'cora', email: emailOf('cora') }, role: 'admin', admin: true }),
    expect.objectContaining({ user: { name: 'one', email: 'one@team.example' }, role: 'member' }),
  ])
  expect(body.errors.map(({ index, errors }: { index: number; errors: object }) => [index, errors])).toEqual([
    [1, { email: ['is invalid'], role: ['is not included in the list'] }],
    [3, { entry: ['must be an object'] }],
    [4, { email: ['is in the team already'] }],
    [5, { email: ['is in the team already'] }],
    [6, { name: ['must be a string'] }],
    [7, { email: ["can't be blank"], role: ["can't be blank"] }],
    [9, { name: ['is too long (maximum is 255 characters)'] }],
  ])
  expect(body.errors[0]).toMatchObject({ email: 'nobody', message: 'Email is invalid' })
  const list = await app.call('GET', '/api/v3/teams', { headers: own.keyAndAdmin })
  expect(emailsOf(list.body.teams).sort()).toEqual([own.admin.email, ...emailsOf(body.team)].sort())
  const { auditEntries, events } = await run(
    app,
    own.admin.session,
    `{ auditEntries(filter: { actions: [MEMBER_ADDED] }) { totalCount } events(filter: { types: [MEMBER_ADDED] }) { totalCount } }`,
  )
  expect([auditEntries.totalCount, events.totalCount]).toEqual([4, 3])
})

test('accepts up to 50 entries, in as many statements for 50 as for 5, and stores nothing of more', async () => {
  const entries = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({ email: `${prefix}${index}@team.example`, role: 'member' }))
  const counts: number[] = []
  for (const [size, prefix] of [
    [5, 'a'],
    [5, 'b'],
    [50, 'c'],
  ] as const) {
    app.statements.length = 0
    const { body } = await send(entries(size, prefix))
    expect([emailsOf(body.team), body.errors]).toEqual([entries(size, prefix).map(({ email }) => email), []])
    counts.push(app.statements.length)
  }
  expect(counts[2]).toBe(counts[1])
  const tooMany = await send(entries(51, 'd'))
  expect(tooMany).toMatchObject({
    status: 400,
    body: { error: 'ERROR_CODE_INVALID_PARAM', errors: { team: ['must contain at most 50 items'] } },
  })
  const mutation = `mutation ($entries: [TeamMemberImportEntryInput!]!) {
    importTeamMembers(input: { entries: $entries }) { teamMembers { id } errors { code field } } }`
  const typed = entries(51, 'd').map((entry) => ({ ...entry, role: 'MEMBER' }))
  expect(await refusal(app, tenant.admin.session, mutation, { entries: typed })).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['entries'],
  })
  expect((await send(entries(1, 'd'))).body.team).toHaveLength(1)
  for (const team of [undefined, 'text', {}]) expect([400, 422]).toContain((await send(team)).status)
  expect((await send([])).body).toEqual({ team: [], errors: [] })
})

test('adds a person of several imports at once only once', async () => {
  const own = await createTenant(app)
  const team = ['c', 'a', 'b'].map((name) => ({ email: `${name}@team.example`, role: 'member' }))
  const answers = await Promise.all([team, team.toReversed(), team].map((entries) => send(entries, own)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.flatMap(({ body }) => emailsOf(body.team)).sort()).toEqual(
    team.map(({ email }) => email).sort(),
  )
  expect(answers.flatMap(({ body }) => body.errors)).toHaveLength(6)
})

test('leaves out a person whose account is another person of the organization', async () => {
  const own = await createTenant(app)
  const member = await own.member('csm', 'old@team.example')
  await app.database.pool.query("update users set email = 'new@team.example' where id = $1", [member.id])
  const { body } = await send(
    [
      { email: 'old@team.example', role: 'admin' },
      { email: 'other@team.example', role: 'csm' },
    ],
    own,
  )
  expect(emailsOf(body.team)).toEqual(['other@team.example'])
  expect(body.errors).toMatchObject([{ index: 0, errors: { email: ['is in the team already'] } }])
})
