import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { appCalls, METADATA, WEBHOOK } from '../support/fixtures/registration.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { trustSso } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)
let apps: ReturnType<typeof appCalls>
let clientId: string

beforeAll(async () => {
  apps = appCalls(app, tenant.admin.session)
  clientId = (await apps.register(WEBHOOK)).body.client_id
})

/** Every app route, for a client id. */
const routes = (id: string): [method: string, path: string, body?: object][] => [
  ['GET', `/${id}`],
  ['PUT', `/${id}`, { name: 'Taken' }],
  ['PATCH', `/${id}`, { name: 'Taken' }],
  ['DELETE', `/${id}`],
  ['POST', `/${id}/rotate_secret`],
  ['POST', `/${id}/rotate_webhook_secret`],
  ['POST', `/${id}/suspend`],
  ['POST', `/${id}/resume`],
  ['GET', `/${id}/installs`],
]
const everyRoute = (id: string) =>
  [['GET', ''], ['POST', '', METADATA], ...routes(id)] as ReturnType<typeof routes>

async function expectAllRefused(headers: Headers, status: number, error: string): Promise<void> {
  for (const [method, path, body] of everyRoute(clientId)) {
    const answer = await apps.tried(() => apps.send(method, path, body, headers))
    expect([method, path, answer]).toMatchObject([
      method,
      path,
      { status, body: { error, status }, wrote: false },
    ])
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  }
}

test("treats another organization's app as unknown and leaves it unchanged", async () => {
  const unknown = clientId.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
  for (const [index, [method, path, body]] of routes(clientId).entries()) {
    const [, unknownPath] = routes(unknown)[index] ?? ['', '']
    const foreign = await apps.tried(() => apps.send(method, path, body, other.admin.session))
    const never = await apps.send(method, unknownPath, body, other.admin.session)
    expect(foreign).toMatchObject({ status: 400, body: { error: 'invalid_client' }, wrote: false })
    expect([never.status, never.body]).toEqual([foreign.status, foreign.body])
  }
  expect((await apps.send('GET', '', undefined, other.admin.session)).body).toEqual({
    success: true,
    apps: [],
  })
})

test.each(['member', 'csm', 'collaborator'] as const)('rejects a %s on every app route', async (role) => {
  await expectAllRefused((await tenant.member(role)).session, 403, 'access_denied')
})

test('rejects a customer, and an API key alone, on every app route', async () => {
  const customer = await tenant.sso({ email: 'c@customer.example' })
  await app.graphql('{ organization { name } }', {}, customer)
  await expectAllRefused(customer, 403, 'access_denied')
  await expectAllRefused(tenant.key, 401, 'invalid_token')
})

test.each([
  ['nothing', () => ({})],
  ['a broken token', () => ({ ...tenant.admin.session, Authorization: 'Bearer abc.def.ghi' })],
  ['an unknown access token', () => ({ Authorization: 'Bearer foot_abc' })],
] as const)('rejects %s on every app route', async (_what, headers) => {
  await expectAllRefused(headers(), 401, 'invalid_token')
})

test('rejects an admin without an organization, or with one they do not belong to, on every app route', async () => {
  const { Authorization = '' } = tenant.admin.session
  await expectAllRefused({ Authorization }, 400, 'invalid_request')
  await expectAllRefused({ Authorization, 'X-Organization': other.organization.slug }, 403, 'access_denied')
  await expectAllRefused({ Authorization, 'X-Organization': 'no-such-organization' }, 403, 'access_denied')
})

test("rejects an SSO token of another organization with the admin's e-mail", async () => {
  const forged = await other.sso({ email: tenant.admin.email })
  await app.graphql('{ organization { name } }', {}, forged)
  // In this organization the signature is invalid. In the other one the e-mail is not an admin's.
  await expectAllRefused({ ...forged, 'X-Organization': tenant.organization.slug }, 401, 'invalid_token')
  await expectAllRefused(forged, 403, 'access_denied')
})

test('accepts an SSO token of the organization for a person who is its admin', async () => {
  const headers = await tenant.sso({ email: tenant.admin.email })
  expect((await apps.send('POST', '', METADATA, headers)).status).toBe(403)
  await trustSso(app, tenant)
  const made = await apps.send('POST', '', METADATA, headers)
  expect(made.status).toBe(201)
  expect((await apps.send('GET', `/${made.body.client_id}`, undefined, headers)).status).toBe(200)
  expect((await apps.send('DELETE', `/${made.body.client_id}`, undefined, headers)).status).toBe(200)
})

test('GraphQL applies the same rules', async () => {
  const { session } = await tenant.member('member')
  const query = 'query ($clientId: String!) { oauthApp(by: { clientId: $clientId }) { name } }'
  expect(await refusal(app, session, query, { clientId })).toMatchObject({ status: 403 })
  expect(await refusal(app, tenant.key, query, { clientId })).toMatchObject({ status: 403 })
  expect(await run(app, other.admin.session, query, { clientId })).toEqual({ oauthApp: null })
  const rename = `mutation ($clientId: String!) {
    updateOAuthApp(input: { app: { clientId: $clientId }, name: "x" }) { oauthApp { id } }
  }`
  expect(await refusal(app, other.admin.session, rename, { clientId })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'OAuth app not found',
  })
})

test('rejects an unsupported method of an app route', async () => {
  const answer = await apps.send('DELETE', '')
  expect(answer).toMatchObject({ status: 405, body: { error: 'invalid_request', status: 405 } })
  expect(answer.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
})
