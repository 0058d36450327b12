import { beforeEach, expect, test } from 'vitest'
import { purgeInvitations } from '../../src/modules/invitations/purge-invitations.ts'
import { ACCEPT, addressIn, INVITE, inOrganization, invitationsAt } from '../support/clients/invitations.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { letSessionsPass, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const WITHDRAW =
  'mutation ($id: ID!) { withdrawInvitation(input: { id: $id }) { invitation { withdrawnAt } } }'
const OPEN = '{ invitations { nodes { id email role } } }'
const LOOK =
  'query ($token: String!) { invitation(token: $token) { organizationName maskedEmail role expiresAt } }'
const ME = '{ viewer { role actor { name email } } }'
const DAY = 86_400

const app = useApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant(app)
  await app.database.pool.query('delete from failed_attempts')
})

const { accept, refused, ...actions } = invitationsAt(app)
const invite = (email: string, role?: string) => actions.invite(tenant, email, role)
const look = async (token: string) => (await run(app, {}, LOOK, { token })).invitation
const unique = (name: string) => addressIn(tenant, name)

test('a link makes a new person a team member with an account, once', async () => {
  const email = unique('ann')
  const { token, invitation } = await invite(email.toUpperCase(), 'CSM')
  expect(invitation).toMatchObject({ email, role: 'CSM', invitedBy: { databaseId: tenant.admin.id } })
  expect(await look(token)).toMatchObject({
    organizationName: `Name of ${tenant.organization.slug}`,
    maskedEmail: `a***@${tenant.organization.slug}.example`,
    role: 'CSM',
  })
  expect((await run(app, tenant.admin.session, OPEN)).invitations.nodes).toHaveLength(1)
  const { organization, session } = await accept(token, { password: PASSWORD, name: 'Ann' })
  expect(organization.slug).toBe(tenant.organization.slug)
  expect(session).toMatchObject({
    account: { email, name: 'Ann' },
    organizations: { nodes: [{ slug: tenant.organization.slug }] },
  })
  const headers = inOrganization({ Authorization: `Bearer ${session.token}` }, tenant)
  expect((await run(app, headers, ME)).viewer).toEqual({ role: 'CSM', actor: { name: 'Ann', email } })
  expect((await run(app, await signIn(app, email, tenant.organization.slug), ME)).viewer.role).toBe('CSM')
  expect(await refused(token)).toMatchObject({ code: 'NOT_FOUND', message: 'Invitation not found' })
  expect(await look(token)).toBeNull()
  expect((await run(app, tenant.admin.session, OPEN)).invitations.nodes).toEqual([])
  expect(await refusal(app, tenant.admin.session, INVITE, { email })).toMatchObject({
    code: 'ALREADY_EXISTS',
  })
})

test('one of 100 concurrent acceptances from as many addresses succeeds', async () => {
  const email = unique('once')
  const { token } = await invite(email)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sendFrom(`127.0.1.${index + 1}`, app, {
        path: '/graphql',
        body: { query: ACCEPT, variables: { token, password: `${PASSWORD} ${index}` } },
      }),
    ),
  )
  const accepted = answers.filter(({ body }) => body.data?.acceptInvitation?.session)
  expect(accepted).toHaveLength(1)
  const { rows } = await app.database.pool.query(
    'select s.id from sessions s join accounts a on a.id = s.account_id where a.email = $1',
    [email],
  )
  expect(rows).toHaveLength(1)
})

test('a refused acceptance consumes nothing', async () => {
  const { token } = await invite(unique('ann'))
  expect(await refused(token, {})).toMatchObject({ code: 'MISSING_PARAM', field: ['password'] })
  expect(await refused(token, { password: 'short' })).toMatchObject({ field: ['password'], status: 422 })
  expect(await refused(token, { password: PASSWORD, name: 'x'.repeat(300) })).toMatchObject({
    field: ['name'],
  })
  const stranger = await tenant.member('member')
  const { Authorization = '' } = stranger.session
  expect(await refused(token, {}, { Authorization })).toMatchObject({
    code: 'UNPROCESSABLE',
    field: ['token'],
  })
  expect(await refused(token, { password: PASSWORD }, { Authorization })).toMatchObject({
    field: ['password'],
  })
  const { rows } = await app.database.pool.query('select from accounts where email = $1', [unique('ann')])
  expect(rows).toEqual([])
  await accept(token)
})

test('an invitation ends by withdrawal, a newer one, its expiry and the leaving of its inviter', async () => {
  const second = await tenant.member('admin')
  const withdrawn = await invite(unique('withdrawn'))
  await run(app, tenant.admin.session, WITHDRAW, withdrawn.invitation)
  await run(app, tenant.admin.session, WITHDRAW, withdrawn.invitation)
  const [older, newer] = [await invite(unique('newer')), await invite(unique('newer'), 'CSM')]
  const { inviteTeamMember: orphan } = await run(app, second.session, INVITE, { email: unique('orphan') })
  await run(
    app,
    tenant.admin.session,
    'mutation ($id: ID!) { updateTeamMember(input: { id: $id, role: MEMBER }) { teamMember { id } } }',
    { id: `mbr_${second.id}` },
  )
  const nodes = [{ id: newer.invitation.id, email: unique('newer'), role: 'CSM' }]
  expect((await run(app, tenant.admin.session, OPEN)).invitations.nodes).toEqual(nodes)
  for (const { token } of [withdrawn, older, orphan])
    expect(await refused(token)).toMatchObject({ status: 404 })
  await letSessionsPass(app, 6 * DAY)
  expect(await look(newer.token)).not.toBeNull()
  await letSessionsPass(app, DAY + 1)
  expect(await look(newer.token)).toBeNull()
  expect(await refused(newer.token)).toMatchObject({ status: 404 })
  const again = await invite(unique('newer'))
  const { rows } = await app.database.pool.query('select id from invitations where organization_id = $1', [
    tenant.organization.id,
  ])
  expect(rows).toHaveLength(1)
  await accept(again.token)
  expect(await refusal(app, tenant.admin.session, WITHDRAW, again.invitation)).toMatchObject({
    code: 'CONFLICT',
  })
  expect(await purgeInvitations(app.database.kysely, 500)).toBe(0)
  await letSessionsPass(app, 30 * DAY)
  expect(await purgeInvitations(app.database.kysely, 500)).toBeGreaterThan(0)
})

test('concurrent invitations of one address leave one open link', async () => {
  const email = unique('raced')
  await Promise.all(Array.from({ length: 8 }, () => invite(email)))
  expect((await run(app, tenant.admin.session, OPEN)).invitations.nodes).toHaveLength(1)
})

test('an organization has at most 100 open invitations', async () => {
  for (let index = 0; index < 100; index += 20)
    await Promise.all(Array.from({ length: 20 }, (_, offset) => invite(unique(`p${index + offset}`))))
  expect(await refusal(app, tenant.admin.session, INVITE, { email: unique('more') })).toMatchObject({
    code: 'CONFLICT',
    message: 'An organization can have at most 100 open invitations',
  })
  await invite(unique('p7'))
})

test('only an admin invites, lists and withdraws', async () => {
  const member = await tenant.member('member')
  const { invitation } = await invite(unique('ann'))
  for (const headers of [{}, tenant.key, member.session, await tenant.sso({ email: 'c@outside.example' })]) {
    expect([401, 403]).toContain((await refusal(app, headers, INVITE, { email: unique('b') })).status)
    expect([401, 403]).toContain((await refusal(app, headers, OPEN)).status)
    expect([401, 403]).toContain((await refusal(app, headers, WITHDRAW, invitation)).status)
  }
  expect((await run(app, tenant.admin.session, OPEN)).invitations.nodes).toHaveLength(1)
})

test('records invitations in the audit trail, and stores no token', async () => {
  const [kept, withdrawn] = [await invite(unique('kept'), 'CSM'), await invite(unique('other'))]
  await run(app, tenant.admin.session, WITHDRAW, withdrawn.invitation)
  await accept(kept.token)
  const { auditEntries } = await run(
    app,
    tenant.admin.session,
    '{ auditEntries(filter: { actions: [INVITATION_CREATED, INVITATION_ACCEPTED, INVITATION_WITHDRAWN] }) { nodes { action actor { email } subjectId details { role } } } }',
  )
  const admin = { email: tenant.admin.email }
  const [first, second] = [kept, withdrawn].map(({ invitation }) => invitation.id)
  expect(auditEntries.nodes).toEqual([
    {
      action: 'INVITATION_ACCEPTED',
      actor: { email: unique('kept') },
      subjectId: first,
      details: { role: 'CSM' },
    },
    { action: 'INVITATION_WITHDRAWN', actor: admin, subjectId: second, details: { role: null } },
    { action: 'INVITATION_CREATED', actor: admin, subjectId: second, details: { role: 'MEMBER' } },
    { action: 'INVITATION_CREATED', actor: admin, subjectId: first, details: { role: 'CSM' } },
  ])
  const { rows } = await app.database.pool.query(
    'select i::text from invitations i union all select s::text from sessions s union all select a::text from audit_entries a',
  )
  expect(JSON.stringify(rows)).not.toMatch(/fo(in|se)_/)
})
