import { beforeAll, expect, test } from 'vitest'
import { registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const target = useTenant(app)
let client: ClientApp
let databaseId: number

const UPDATE = `mutation ($input: UpdateOAuthAppInput!) {
  updateOAuthApp(input: $input) { oauthApp { id name updatedAt } oauthError { code } errors { code field } }
}`
const admin = () => tenant.admin.session
const key = () => ({ clientId: client.client_id })

beforeAll(async () => {
  client = await registerApp(app, tenant)
  const { oauthApp } = await run(
    app,
    admin(),
    'query ($by: OAuthAppBy!) { oauthApp(by: $by) { id databaseId } }',
    { by: key() },
  )
  databaseId = oauthApp.databaseId
  expect(oauthApp.id).toBe(`app_${databaseId}`)
})

test('GraphQL names the invalid field', async () => {
  const input = {
    name: 'x',
    redirectUris: ['http://evil.example/'],
    allowedActorModes: ['APP'],
    declaredScopes: ['POSTS_READ'],
  }
  const query = `mutation ($input: RegisterOAuthAppInput!) {
    registerOAuthApp(input: $input) { clientSecret oauthError { code } errors { code message field } }
  }`
  const { body } = await app.graphql(query, { input }, tenant.admin.session)
  expect(body.data.registerOAuthApp).toEqual({
    clientSecret: null,
    oauthError: { code: 'INVALID_REDIRECT_URI' },
    errors: [
      {
        code: 'INVALID_PARAM',
        message: expect.stringContaining('"redirectUris" must be https') as string,
        field: ['redirectUris'],
      },
    ],
  })
})

test('node, nodes and oauthApp find an app by each key, for admins of its organization alone', async () => {
  const id = `app_${databaseId}`
  const query = `query ($id: ID!, $by: OAuthAppBy!) {
    node(id: $id) { id ... on OAuthApp { clientId } } nodes(ids: [$id]) { id } oauthApp(by: $by) { id }
  }`
  for (const by of [{ id }, { databaseId }, key()])
    expect(await run(app, admin(), query, { id, by })).toEqual({
      node: { id, clientId: client.client_id },
      nodes: [{ id }],
      oauthApp: { id },
    })
  for (const by of [{ id }, { databaseId }, key()])
    expect(await run(app, target.admin.session, query, { id, by })).toEqual({
      node: null,
      nodes: [null],
      oauthApp: null,
    })
  const { session } = await tenant.member('member')
  expect(await run(app, session, 'query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null })
  const wrong = { id, by: { id: `tag_${databaseId}` } }
  expect(await refusal(app, admin(), query, wrong)).toMatchObject({
    code: 'INVALID_PARAM',
    message: `"by.id" must be the id of an OAuthApp, not of a Tag: tag_${databaseId}.`,
  })
})

test('an update without a change, with a null, of an unknown app or of a changed app changes nothing', async () => {
  const update = async (input: object) =>
    (await app.graphql(UPDATE, { input: { app: key(), ...input } }, admin())).body.data.updateOAuthApp
  const { oauthApp } = await update({ name: 'Second' })
  expect(oauthApp).toMatchObject({ name: 'Second' })
  const refused: [object, string, string[] | null][] = [
    [{}, 'UNPROCESSABLE', null],
    [{ name: null }, 'INVALID_PARAM', ['name']],
    [{ declaredScopes: null }, 'INVALID_PARAM', ['declaredScopes']],
    [{ app: { id: 'app_2147483000' }, name: 'x' }, 'NOT_FOUND', null],
    [{ app: { id: 'org_1' }, name: 'x' }, 'INVALID_PARAM', ['app', 'id']],
    [{ name: 'x', ifUnchangedSince: '2020-01-01T00:00:00Z' }, 'CONFLICT', ['ifUnchangedSince']],
  ]
  for (const [input, code, field] of refused)
    expect(await update(input)).toEqual({ oauthApp: null, oauthError: null, errors: [{ code, field }] })
  expect(await update({ name: 'Second', ifUnchangedSince: oauthApp.updatedAt })).toMatchObject({ oauthApp })
  const invalid = await update({ declaredScopes: [] })
  expect(invalid.oauthError).toEqual({ code: 'INVALID_CLIENT_METADATA' })
})

test('REST names an unknown scope only after the client and the fields before it', async () => {
  const patch = async (path: string, body: object) =>
    (await app.call('PATCH', `/oauth/apps/${path}`, { headers: admin(), body })).body
  const declared_scopes = ['posts:read', 'posts:fly']
  expect(await patch('foapp_unknown', { declared_scopes })).toMatchObject({
    error: 'invalid_client',
    errors: { client_id: ['is unknown'] },
  })
  expect(await patch(client.client_id, { redirect_uris: ['x'], declared_scopes })).toMatchObject({
    error: 'invalid_redirect_uri',
  })
  expect(await patch(client.client_id, { name: 'Third', declared_scopes })).toMatchObject({
    error: 'invalid_scope',
    message: '"declared_scopes" contains "posts:fly", which is not a scope.',
    errors: { declared_scopes: ['contains an unknown scope'] },
  })
})

test('a refused mutation leaves its neighbours in the document standing', async () => {
  const { body } = await app.graphql(
    `mutation ($app: OAuthAppBy!) {
      first: suspendOAuthApp(input: { app: $app }) { oauthApp { suspendedAt } errors { code } }
      second: resumeOAuthApp(input: { app: { databaseId: 2147483000 } }) { oauthApp { id } errors { code } }
      third: resumeOAuthApp(input: { app: $app }) { oauthApp { suspendedAt } errors { code } }
    }`,
    { app: key() },
    admin(),
  )
  expect(body).toEqual({
    data: {
      first: { oauthApp: { suspendedAt: expect.any(String) as string }, errors: [] },
      second: { oauthApp: null, errors: [{ code: 'NOT_FOUND' }] },
      third: { oauthApp: { suspendedAt: null }, errors: [] },
    },
  })
})

test('lists apps by filter and order with their number', async () => {
  const own = await createTenant(app)
  for (const name of ['b', 'c', 'a']) await registerApp(app, own, { name })
  const query = `query ($filter: OAuthAppFilter, $orderBy: OAuthAppOrder) {
    oauthApps(first: 2, filter: $filter, orderBy: $orderBy) { totalCount nodes { name } pageInfo { endCursor } }
  }`
  const names = async (variables: Record<string, unknown>) => {
    const { oauthApps } = await run(app, own.admin.session, query, variables)
    return [oauthApps.totalCount as number, ...oauthApps.nodes.map(({ name }: { name: string }) => name)]
  }
  expect(await names({})).toEqual([3, 'a', 'c'])
  expect(await names({ orderBy: { field: 'NAME', direction: 'ASC' } })).toEqual([3, 'a', 'b'])
  const [, b] = (await run(app, own.admin.session, '{ oauthApps { nodes { id name } } }')).oauthApps.nodes
  await run(app, own.admin.session, SUSPEND, { app: { id: b.id } })
  expect(await names({ filter: { suspended: true } })).toEqual([1, 'c'])
  expect(await names({ filter: { suspended: false } })).toEqual([2, 'a', 'b'])
})

const SUSPEND = 'mutation ($app: OAuthAppBy!) { suspendOAuthApp(input: { app: $app }) { oauthApp { id } } }'

test.each(['installs', 'webhooks'])(
  'reads the %s of any number of apps in as many statements',
  async (edge) => {
    const own = await createTenant(app)
    const counts: number[] = []
    for (const many of [10, 30, 100]) {
      await fill(own, many)
      const query =
        edge === 'installs'
          ? '{ oauthApps(first: 100) { nodes { installs(first: 2) { totalCount nodes { organization { slug } } } } } }'
          : '{ installs(first: 100) { nodes { app { owner { slug } } user { id } installedBy { id } webhook { url } } } }'
      await run(app, own.admin.session, query)
      app.statements.length = 0
      const data = await run(app, own.admin.session, query)
      counts.push(app.statements.length)
      const nodes = (data.oauthApps ?? data.installs).nodes as { installs?: { totalCount: number } }[]
      expect(nodes).toHaveLength(many)
      if (edge === 'installs') expect(nodes[0]?.installs).toMatchObject({ totalCount: 1 })
    }
    expect(new Set(counts).size, counts.join(' ')).toBe(1)
  },
)

/** Adds apps that are installed in their own organization until there are `many`. */
async function fill(own: Tenant, many: number): Promise<void> {
  const { rowCount } = await app.database.pool.query('select from oauth_apps where organization_id = $1', [
    own.organization.id,
  ])
  for (let count = rowCount ?? 0; count < many; count++) await putInstall(app, await putApp(app, own), own)
}
