import { describe, expect, test } from 'vitest'
import {
  connectAgent,
  consentToAgent,
  newProof,
  powerOf,
  registerAgent,
  token,
} from '../support/clients/agents.ts'
import { install, opens, registerApp } from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

const setAccess = (tenant: Tenant, agentAccess: 'ADMINS' | 'TEAM' | 'OFF') =>
  run(
    app,
    tenant.keyAndAdmin,
    'mutation ($agentAccess: AgentAccess!) { updateOrganization(input: { agentAccess: $agentAccess }) { organization { agentAccess } } }',
    { agentAccess },
  )

const agree = async (
  agent: Awaited<ReturnType<typeof registerAgent>>,
  tenant: Tenant,
  fields: object,
  headers?: Record<string, string>,
) => consentToAgent(app, agent, tenant, { ...newProof().challenge, ...fields }, headers)

test('by default an admin connects agents and a member does not, and only the team reads the setting', async () => {
  const tenant = await createTenant(app)
  const member = await tenant.member('member')
  const agent = await registerAgent(app)
  await expectRefused(app, () => agree(agent, tenant, {}, member.session), 403, 'access_denied')
  await connectAgent(app, agent, tenant)
  const query = '{ organization { agentAccess } }'
  expect((await run(app, member.session, query)).organization).toEqual({ agentAccess: 'ADMINS' })
  const customer = await tenant.sso({ email: 'customer@people.example' })
  expect(
    (await run(app, { ...customer, 'X-Organization': tenant.organization.slug }, query)).organization,
  ).toEqual({ agentAccess: null })
})

describe('with TEAM', () => {
  test('a member connects an agent that acts as them and only reads', async () => {
    const tenant = await createTenant(app)
    await setAccess(tenant, 'TEAM')
    const { session, id } = await tenant.member('collaborator')
    const agent = await registerAgent(app)
    const tokens = await connectAgent(app, agent, tenant, {
      as: session,
      scope: 'posts:read posts:write tags:read',
      resource: app.url,
    })
    expect(tokens.scope).toBe('posts:read tags:read')
    const headers = { Authorization: `Bearer ${tokens.access_token}` }
    const { body } = await app.call('GET', '/api/v3/session_info', { headers })
    expect(body).toMatchObject({ actor: 'self', user: { id } })
    await expectRefused(
      app,
      () => agree(agent, tenant, { scope: 'posts:write' }, session),
      400,
      'invalid_scope',
    )
  })

  test('an agent acts as itself for an admin alone', async () => {
    const tenant = await createTenant(app)
    await setAccess(tenant, 'TEAM')
    const { session } = await tenant.member('member')
    const agent = await registerAgent(app)
    await expectRefused(app, () => agree(agent, tenant, { actor: 'app' }, session), 403, 'access_denied')
    const { access_token } = await connectAgent(app, agent, tenant, { actor: 'app', resource: app.url })
    const { body } = await app.call('GET', '/api/v3/session_info', {
      headers: { Authorization: `Bearer ${access_token}` },
    })
    expect(body).toMatchObject({ actor: 'app', user: { name: 'Agent' } })
  })

  test('customers and people of other organizations connect none', async () => {
    const tenant = await createTenant(app)
    const other = await createTenant(app)
    await setAccess(tenant, 'TEAM')
    const agent = await registerAgent(app)
    const customer = await tenant.sso({ email: 'customer@people.example' })
    // The first use of the token creates the customer.
    await run(app, { ...customer, 'X-Organization': tenant.organization.slug }, '{ organization { id } }')
    for (const headers of [{ ...customer, 'X-Organization': tenant.organization.slug }, other.admin.session])
      await expectRefused(app, () => agree(agent, tenant, {}, headers), 403, 'access_denied')
  })
})

test.each<['TEAM' | 'OFF', 'ADMINS' | 'OFF', 'member' | 'admin']>([
  ['TEAM', 'ADMINS', 'member'],
  ['TEAM', 'OFF', 'member'],
  ['TEAM', 'OFF', 'admin'],
])(
  'a change from %s to %s ends the tokens, refreshes and codes of the agent of a %s, until it is undone',
  async (before, after, role) => {
    const tenant = await createTenant(app)
    await setAccess(tenant, before)
    const { session } = await tenant.member(role)
    const agent = await registerAgent(app)
    const { access_token, refresh_token } = await connectAgent(app, agent, tenant, { as: session })
    const { verifier, challenge } = newProof()
    const { body } = await consentToAgent(app, agent, tenant, challenge, session)
    const code = new URL(body.redirect_to as string).searchParams.get('code') ?? ''
    await setAccess(tenant, after)
    expect(await powerOf(app, access_token)).toBeNull()
    const refreshed = () =>
      token(app, { grant_type: 'refresh_token', client_id: agent.client_id, refresh_token })
    const exchanged = () =>
      token(app, { grant_type: 'authorization_code', ...agent, code, code_verifier: verifier })
    await expectRefused(app, refreshed, 400, 'invalid_grant')
    await expectRefused(app, exchanged, 400, 'invalid_grant')
    await expectRefused(app, () => agree(agent, tenant, {}, session), 403, 'access_denied')
    await setAccess(tenant, before)
    expect(await powerOf(app, access_token)).not.toBeNull()
    expect((await exchanged()).status).toBe(200)
  },
)

test('registered apps ignore the setting', async () => {
  const tenant = await createTenant(app)
  const { access_token } = await install(app, await registerApp(app, await createTenant(app)), tenant)
  await setAccess(tenant, 'OFF')
  expect(await opens(app, access_token)).toBe(true)
})
