import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signSessionToken } from '../../src/auth/session-token.ts'
import { newSecret } from '../../src/lib/crypto/secret.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { givePassword, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createTenant, type Headers, type Person } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const ME = '{ viewer { role account { email } organization { slug } } }'
const LIST =
  '{ sessions { totalCount nodes { id databaseId current userAgent address createdAt lastSeenAt expiresAt } } }'
const SIGN_OUT = 'mutation { signOut(input: {}) { revokedSessionId } }'
const REVOKE = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { revokedSessionId } }'
const REVOKE_OTHERS = 'mutation { revokeOtherSessions(input: {}) { revokedSessionIds } }'
const CHANGE =
  'mutation ($current: String!, $next: String!) { changePassword(input: { currentPassword: $current, newPassword: $next }) { session { token } } }'
const AUDIT = '{ auditEntries { nodes { action actor { databaseId } subjectId } } }'
const DAY = 86_400

const app = useApp()
const tenant = useTenant(app)
let person: Person

beforeAll(() => givePassword(app, [tenant.admin]))
beforeEach(async () => {
  person = await tenant.member('member')
  await givePassword(app, [person])
})

const here = () => signIn(app, person.email, tenant.organization.slug)
const statusOf = async (headers: Headers): Promise<number> => {
  const { body } = await app.graphql(ME, {}, headers)
  return body.errors?.[0].extensions.status ?? 200
}
const rows = async () =>
  (await app.database.pool.query('select * from sessions where account_id = $1', [person.accountId])).rows
const list = async (headers: Headers) => (await run(app, headers, LIST)).sessions

test('a session acts as its person in GraphQL and beside an API key in REST', async () => {
  const session = await here()
  expect((await run(app, session, ME)).viewer).toEqual({
    role: 'MEMBER',
    account: { email: person.email },
    organization: { slug: tenant.organization.slug },
  })
  const { Authorization = '' } = session
  expect((await run(app, { Authorization }, ME)).viewer).toMatchObject({ role: null, organization: null })
  expect((await run(app, { Authorization: Authorization.slice(7), ...tenant.key }, ME)).viewer.role).toBe(
    'MEMBER',
  )
  const rest = await app.call('GET', '/api/v3/session_info', { headers: { ...tenant.key, Authorization } })
  expect(rest).toMatchObject({ status: 200, body: { user: { email: person.email } } })
})

test('lists the own sessions with their clients, newest first, and no token', async () => {
  const first = await here()
  const agent = 'x'.repeat(300)
  const { body } = await app.graphql(
    'mutation ($email: EmailAddress!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token expiresAt } } }',
    { email: person.email, password: PASSWORD },
    { 'User-Agent': agent },
  )
  await signIn(app, tenant.admin.email)
  const { totalCount, nodes } = await list(first)
  expect(totalCount).toBe(2)
  expect(nodes).toMatchObject([
    { current: false, userAgent: agent.slice(0, 256), address: '127.0.0.1' },
    { current: true, id: expect.stringMatching(/^ses_\d+$/) },
  ])
  expect(nodes[0].expiresAt).toBe(body.data.signIn.session.expiresAt)
  const days = (Date.parse(nodes[0].expiresAt) - Date.parse(nodes[0].createdAt)) / (DAY * 1000)
  expect(days).toBeCloseTo(14, 3)
  const found = 'query ($id: ID!) { node(id: $id) { id ... on Session { current } } }'
  expect((await run(app, first, found, nodes[1])).node).toEqual({ id: nodes[1].id, current: true })
  expect((await run(app, tenant.admin.session, found, nodes[1])).node).toBeNull()
  expect((await list(person.session)).nodes).toHaveLength(2)
})

test('stores only a hash of the token', async () => {
  const token = (await here()).Authorization?.replace('Bearer ', '') ?? ''
  expect(token).toMatch(/^fose_[0-9A-Za-z]{49}$/)
  expect(JSON.stringify(await rows())).not.toContain(token)
  const { rows: entries } = await app.database.pool.query('select details::text from audit_entries')
  expect(JSON.stringify(entries)).not.toContain('fose_')
})

test('signing out ends the session of the request only', async () => {
  const [mine, other] = [await here(), await here()]
  const { nodes } = await list(mine)
  const { signOut } = await run(app, mine, SIGN_OUT)
  expect(signOut.revokedSessionId).toBe(nodes[1].id)
  expect([await statusOf(mine), await statusOf(other)]).toEqual([401, 200])
  expect(await refusal(app, mine, SIGN_OUT)).toMatchObject({ status: 401 })
  expect(await refusal(app, person.session, SIGN_OUT)).toMatchObject({ status: 403 })
  expect(await refusal(app, tenant.key, SIGN_OUT)).toMatchObject({ status: 403 })
})

test('a person revokes own sessions, one or all others with the JWTs, and no others', async () => {
  const [mine, lost, third] = [await here(), await here(), await here()]
  const foreign = await signIn(app, tenant.admin.email, tenant.organization.slug)
  const { nodes } = await list(mine)
  const [{ id }] = (await list(foreign)).nodes
  for (const unknown of [id, 'ses_2147483647', 'ses_9007199254740991'])
    expect(await refusal(app, mine, REVOKE, { id: unknown })).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Session not found',
    })
  await run(app, mine, REVOKE, { id: nodes[1].id })
  expect([await statusOf(lost), await statusOf(third)]).toEqual([401, 200])
  const { keys, site } = app.services
  const earlier = new Date(Date.now() - 2_000)
  const jwt = await signSessionToken(person.accountId, keys.session, site.publicUrl, earlier)
  expect(await statusOf({ Authorization: jwt })).toBe(200)
  const { revokeOtherSessions } = await run(app, mine, REVOKE_OTHERS)
  expect(revokeOtherSessions.revokedSessionIds).toEqual([nodes[0].id])
  expect([await statusOf(mine), await statusOf(third), await statusOf({ Authorization: jwt })]).toEqual([
    200, 401, 401,
  ])
  expect(await statusOf(foreign)).toBe(200)
})

test('a change of the password ends all sessions, also one that starts concurrently', async () => {
  const [mine, other] = [await here(), await here()]
  const { changePassword } = await run(app, mine, CHANGE, { current: PASSWORD, next: 'another password' })
  expect([await statusOf(mine), await statusOf(other)]).toEqual([401, 401])
  expect(await statusOf({ Authorization: changePassword.session.token })).toBe(200)
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`update accounts set password_hash = 'other' where id = $1`, [person.accountId])
    const late = signIn(app, person.email, undefined, 'another password').catch((error: unknown) => error)
    await waitForLock(app)
    await client.query('commit')
    expect(String(await late)).toContain('E-mail or password is wrong')
  } finally {
    client.release()
  }
  expect(await rows()).toHaveLength(1)
})

test('rejects wrong, altered and foreign tokens', async () => {
  const session = await here()
  const { Authorization = '' } = session
  const other = await createTenant(app)
  const altered = `${Authorization.slice(0, -1)}${Authorization.endsWith('x') ? 'y' : 'x'}`
  const wrong = [altered, 'Bearer fose_', `Bearer ${newSecret('fose_', 256)}`, `${Authorization}x`]
  for (const token of wrong) {
    expect(await statusOf({ ...session, Authorization: token })).toBe(401)
    const headers = { ...tenant.key, Authorization: token }
    expect((await app.call('GET', '/api/v3/session_info', { headers })).status).toBe(401)
  }
  for (const slug of [other.organization.slug, 'unknown', 'x'.repeat(5_000), ''])
    expect(await statusOf({ Authorization, 'X-Organization': slug })).toBe(403)
  expect(await statusOf({ Authorization, ...other.key })).toBe(403)
})

test('records sign-ins and ends of sessions in the audit trail of the team', async () => {
  const own = await createTenant(app)
  await givePassword(app, [own.admin])
  const [first, second] = [await signIn(app, own.admin.email), await signIn(app, own.admin.email)]
  const { nodes } = await list(first)
  await run(app, first, REVOKE, { id: nodes[0].id })
  await run(app, first, SIGN_OUT)
  expect(await statusOf(second)).toBe(401)
  const { auditEntries } = await run(app, own.admin.session, AUDIT)
  const entry = (action: string, session: { id: string }) => ({
    action,
    actor: { databaseId: own.admin.id },
    subjectId: session.id,
  })
  const ofSessions = auditEntries.nodes.filter(({ action }: { action: string }) =>
    action.startsWith('SESSION'),
  )
  expect(ofSessions).toEqual([
    entry('SESSION_ENDED', nodes[1]),
    entry('SESSION_REVOKED', nodes[0]),
    entry('SESSION_STARTED', nodes[0]),
    entry('SESSION_STARTED', nodes[1]),
  ])
})
