import { expect, test } from 'vitest'
import { connectAgent } from '../support/clients/mcp.ts'
import { run } from '../support/clients/operations.ts'
import { ALL_SCOPES, putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

/** Connects an agent that acts as a member of the team, an admin by default. */
async function connect(tenant: Tenant, actor: 'self' | 'app' = 'self') {
  const person = await tenant.member('admin')
  const install = await putInstall(app, await putApp(app, await createTenant(app)), tenant, {
    actor,
    userId: person.id,
  })
  const headers = await putToken(app, install, ALL_SCOPES, 'mcp')
  const agent = await connectAgent(app, headers)
  expect((await agent.call('create_post', { title: 'Before' })).error).toBe(null)
  return { agent, person, install, headers }
}

const titles = async (tenant: Tenant) =>
  ((await run(app, tenant.key, '{ posts { nodes { title } } }')).posts.nodes as { title: string }[]).map(
    ({ title }) => title,
  )

const ENDS: [string, (tenant: Tenant, of: Awaited<ReturnType<typeof connect>>) => Promise<unknown>][] = [
  [
    'its install is revoked',
    (tenant, { install }) =>
      app.call('DELETE', `/oauth/installs/${install.id}`, { headers: tenant.admin.session }),
  ],
  [
    'its person leaves the team',
    (tenant, { person }) =>
      run(
        app,
        tenant.admin.session,
        'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId } }',
        { id: `mbr_${person.id}` },
      ),
  ],
]

test.each(ENDS)('the next call of an agent gets the challenge once %s', async (_, end) => {
  const tenant = await createTenant(app)
  const connected = await connect(tenant)
  await end(tenant, connected)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_post' } }
  const { status, headers } = await app.call('POST', '/mcp', { headers: connected.headers, body: message })
  expect([status, headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Bearer error="invalid_token", scope="posts:read /),
  ])
  await expect(connected.agent.call('create_post', { title: 'After' })).rejects.toThrow('UNAUTHORIZED')
  expect(await titles(tenant)).toEqual(['Before'])
  await connected.agent.close()
})

test('an agent writes nothing as a person whom the team has blocked', async () => {
  const tenant = await createTenant(app)
  const { agent, person } = await connect(tenant)
  await app.database.pool.query('update users set blocked = true where id = $1', [person.id])
  app.services.accessTokens.clear()
  for (const [name, args] of [
    ['create_post', { title: 'After' }],
    ['add_comment', { post: 'post_1', text: 'After' }],
    ['set_vote', { post: 'post_1', vote: 'UP' }],
  ] as const)
    expect((await agent.call(name, args)).error).toBe('FORBIDDEN: You have been blocked by the team')
  expect(await titles(tenant)).toEqual(['Before'])
  await agent.close()
})
