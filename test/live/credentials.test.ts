import { expect, test } from 'vitest'
import { install, registerApp } from '../support/clients/oauth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { connect, openSocket, subscriptionsOpen } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const createPost = (title: string) =>
  app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
const key = () => tenant.key['API-KEY'] ?? ''

test.each([
  ['API-KEY', (value: string) => ({ 'API-KEY': value })],
  ['api_key', (value: string) => ({ api_key: value })],
  ['Api-Key', (value: string) => ({ 'Api-Key': value })],
])('accepts an API key in connectionParams as %s', async (_name, params) => {
  const client = await connect(app, params(key()))
  client.subscribe('1', '{ viewer { organization { slug } } }')
  await client.received(({ type }) => type === 'complete')
  expect(client.results('1')).toEqual([
    { data: { viewer: { organization: { slug: tenant.organization.slug } } } },
  ])
  client.socket.close()
})

test('accepts a session in connectionParams, in any case, and in the headers of the upgrade', async () => {
  const { Authorization = '', 'X-Organization': slug } = tenant.admin.session
  const query = '{ viewer { user { email } } }'
  for (const client of [
    await connect(app, { authorization: Authorization, 'x-organization': slug }),
    await connect(app, { AUTHORIZATION: Authorization.replace('Bearer ', ''), 'X-ORGANIZATION': slug }),
    await connect(app, {}, { headers: tenant.admin.session }),
  ]) {
    client.subscribe('a', query)
    await client.received(({ type }) => type === 'complete')
    expect(client.results('a')).toEqual([{ data: { viewer: { user: { email: tenant.admin.email } } } }])
    client.socket.close()
  }
})

test('accepts an access token as the only credential', async () => {
  const client = await registerApp(app, await createTenant(app))
  const { access_token } = await install(app, client, tenant)
  const socket = await connect(app, { Authorization: `Bearer ${access_token}` })
  socket.subscribe('1', 'subscription { events(filter: {types: [POST_CREATED]}) { type } }')
  socket.subscribe('2', 'subscription { events(filter: {types: [CHANGELOG_CREATED]}) { type } }')
  const { payload } = await socket.received(({ type }) => type === 'error')
  expect(payload[0].extensions).toMatchObject({ code: 'MISSING_SCOPE', status: 403 })
  await subscriptionsOpen(app, 1)
  await createPost('for the app')
  expect(
    (await socket.received(({ id, type }) => id === '1' && type === 'next')).payload.data.events.type,
  ).toBe('POST_CREATED')
  socket.socket.close()
})

test.each([
  ['an unknown API key', { 'API-KEY': 'hn_unknown' }, 4401, 'API key is invalid'],
  ['a bad user token', { Authorization: 'Bearer x.y.z' }, 4401, 'User token is invalid'],
  ['a number', { 'API-KEY': 7 }, 4401, '"api-key" must be plain text'],
])('rejects %s with the reason', async (_name, params, code, reason) => {
  const client = await openSocket(app)
  client.send({ type: 'connection_init', payload: params })
  expect(await client.end()).toEqual({ code, reason })
  expect(client.messages).toEqual([])
})

test('rejects a session in an organization that its person does not belong to as forbidden', async () => {
  const other = await createTenant(app)
  const client = await openSocket(app)
  const payload = { ...tenant.admin.session, 'X-Organization': other.organization.slug }
  client.send({ type: 'connection_init', payload })
  expect((await client.end()).code).toBe(4403)
})
