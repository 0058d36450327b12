import { describe, expect, test } from 'vitest'
import { connectAgent, consentToAgent, newProof, powerOf, registerAgent } from '../support/clients/agents.ts'
import { run } from '../support/clients/operations.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { startApp } from '../support/app.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

describe('an admin of the organization', () => {
  const appOf = async (tenant: Tenant, clientId: string) =>
    (
      await run(
        app,
        tenant.keyAndAdmin,
        'query ($by: OAuthAppBy!) { oauthApp(by: $by) { id kind suspendedAt } }',
        { by: { clientId } },
      )
    ).oauthApp

  test('suspends an agent there alone, and cannot change it', async () => {
    const [tenant, other] = [await createTenant(app), await createTenant(app)]
    const agent = await registerAgent(app)
    const here = await connectAgent(app, agent, tenant)
    const there = await connectAgent(app, agent, other)
    const { id } = await appOf(tenant, agent.client_id)
    expect((await appOf(other, agent.client_id)).id).not.toBe(id)
    const change =
      'mutation ($id: ID!) { updateOAuthApp(input: { app: { id: $id }, name: "Mine" }) { errors { code } } rotateOAuthAppClientSecret(input: { app: { id: $id } }) { errors { code } } }'
    const { body } = await app.graphql(change, { id }, tenant.keyAndAdmin)
    const refused = { errors: [{ code: 'NOT_FOUND' }] }
    expect(body.data).toEqual({ updateOAuthApp: refused, rotateOAuthAppClientSecret: refused })
    await run(
      app,
      tenant.keyAndAdmin,
      'mutation ($id: ID!) { suspendOAuthApp(input: { app: { id: $id } }) { oauthApp { id } } }',
      { id },
    )
    expect(await powerOf(app, here.access_token)).toBeNull()
    expect(await powerOf(app, there.access_token)).not.toBeNull()
    await expectRefused(
      app,
      () => consentToAgent(app, agent, tenant, newProof().challenge),
      403,
      'access_denied',
    )
    const query = new URLSearchParams({ ...agent, ...newProof().challenge })
    const asked = await app.call('GET', `/oauth/authorize?${query.toString()}`, {
      headers: tenant.admin.session,
    })
    expect(asked.body.organizations).toEqual([])
  })

  test('connects no agent whose app is being deleted', async () => {
    const tenant = await createTenant(app)
    const agent = await registerAgent(app)
    await connectAgent(app, agent, tenant)
    await app.database.pool.query('update oauth_apps set deleted_at = now() where client_id = $1', [
      agent.client_id,
    ])
    await expectRefused(
      app,
      () => consentToAgent(app, agent, tenant, newProof().challenge),
      403,
      'access_denied',
    )
  })

  test('deletes an agent with its tokens', async () => {
    const tenant = await createTenant(app)
    const agent = await registerAgent(app)
    const { access_token } = await connectAgent(app, agent, tenant)
    const { id } = await appOf(tenant, agent.client_id)
    await run(
      app,
      tenant.keyAndAdmin,
      'mutation ($id: ID!) { deleteOAuthApp(input: { app: { id: $id } }) { deletedOAuthAppId } }',
      { id },
    )
    expect(await powerOf(app, access_token)).toBeNull()
    expect(await appOf(tenant, agent.client_id)).toBeNull()
  })
})

test('the quota of installs limits the agents of an organization, and that of apps does not count them', async () => {
  const small = await startApp({ beside: app, quotas: { installs: 2, apps: 1 } })
  try {
    const tenant = await createTenant(small)
    const agents = [
      await registerAgent(small),
      await registerAgent(small),
      await registerAgent(small),
    ] as const
    await connectAgent(small, agents[0], tenant)
    await consentToAgent(small, agents[1], tenant, newProof().challenge)
    const third = await consentToAgent(small, agents[2], tenant, newProof().challenge)
    expect([third.status, third.body]).toMatchObject([403, { error: 'access_denied' }])
    const { status } = await small.call('POST', '/oauth/apps', {
      headers: tenant.admin.session,
      body: {
        name: 'Bridge',
        redirect_uris: ['https://app.example/cb'],
        allowed_actor_modes: ['app'],
        declared_scopes: ['posts:read'],
      },
    })
    expect(status).toBe(201)
  } finally {
    await small.stop()
  }
})

test('concurrent connections of a new agent make one app and one install with all of their scopes', async () => {
  const tenant = await createTenant(app)
  const agent = await registerAgent(app)
  const asked = ['posts:read', 'tags:read', 'posts:write', 'comments:read', 'votes:read']
  const connected = await Promise.all(asked.map((scope) => connectAgent(app, agent, tenant, { scope })))
  for (const [index, { access_token }] of connected.entries())
    expect((await powerOf(app, access_token))?.scopes).toEqual([asked[index]])
  const { oauthApps, installs } = await run(
    app,
    tenant.keyAndAdmin,
    '{ oauthApps(filter: { kinds: [DYNAMIC] }) { nodes { kind } } installs { nodes { scopes } } }',
  )
  expect(oauthApps.nodes).toEqual([{ kind: 'DYNAMIC' }])
  expect(installs.nodes).toEqual([
    { scopes: ['POSTS_READ', 'POSTS_WRITE', 'COMMENTS_READ', 'VOTES_READ', 'TAGS_READ'] },
  ])
})
