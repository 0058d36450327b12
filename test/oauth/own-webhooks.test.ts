import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { bearer, install, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'

const APP = {
  declared_scopes: ['posts:read', 'webhooks:manage'],
  webhook_url: 'https://app.example/hooks',
  subscribed_webhook_events: ['post_created', 'post_updated', 'changelog_created'],
}
const GRANT = { granted_webhook_events: ['post_created', 'changelog_created'] }
const INPUT = { url: 'https://own.example/in', events: ['post_created'] }

let app: TestApp
let owner: Tenant
let target: Tenant
let client: ClientApp
let token: Headers

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

beforeEach(async () => {
  owner = await createTenant(app)
  target = await createTenant(app)
})

const start = async (metadata: object = APP, grant: object = GRANT) => {
  client = await registerApp(app, owner, metadata)
  token = bearer((await install(app, client, target, grant)).access_token)
}
const send = (method: string, path = '', body?: object) =>
  app.call(method, `/api/v3/webhooks${path}`, { headers: token, body })
const remove = async () => {
  const [{ id }] = (await send('GET')).body.webhooks
  expect((await send('DELETE', `/${id}`)).status).toBe(200)
}
const make = async (input: object = INPUT) => {
  const { status, body, text } = await send('POST', '', input)
  if (status !== 201) throw new Error(text)
  return body
}
const change = async (body: object) => {
  const path = `/oauth/apps/${client.client_id}`
  expect((await app.call('PATCH', path, { headers: owner.admin.session, body })).status).toBe(200)
}
const restNamed = (nodes: { url: string; events: string[] }[]) =>
  nodes.map((node) => ({ ...node, events: node.events.map((event) => event.toLowerCase()) }))
/** The webhooks that the organization's admin sees. */
const webhooks = async () =>
  restNamed((await run(app, target.admin.session, '{ webhooks { nodes { url events } } }')).webhooks.nodes)
const narrow = async (fields: string) => {
  const admin = target.admin.session
  const { installs } = await run(app, admin, '{ installs { nodes { id } } }')
  await run(
    app,
    admin,
    `mutation { narrowInstall(input: { id: "${installs.nodes[0].id}", ${fields} }) { install { id } } }`,
  )
}

test('a webhook deleted by a token is not recreated by changes of the app, until the token creates one', async () => {
  await start()
  await remove()
  await change({ subscribed_webhook_events: ['post_created', 'post_completed'] })
  await change({ webhook_url: 'https://app.example/moved' })
  await narrow('webhookEvents: [POST_CREATED]')
  expect(await webhooks()).toEqual([])
  await make()
  expect(await webhooks()).toEqual([INPUT])
})

test('a new consent recreates the webhook that a token deleted, also a consent to the same grant', async () => {
  await start()
  await remove()
  await install(app, client, target, GRANT)
  expect(await webhooks()).toEqual([{ url: APP.webhook_url, events: GRANT.granted_webhook_events }])
})

test('a token creates a webhook only for granted events that the app subscribes to', async () => {
  await start()
  await remove()
  for (const event of ['post_updated', 'changelog_published'])
    expect(await send('POST', '', { ...INPUT, events: ['post_created', event] })).toMatchObject({
      status: 422,
      body: { message: '"events" contains an event that the install does not grant.' },
    })
  expect(await webhooks()).toEqual([])
  expect((await make({ ...INPUT, events: GRANT.granted_webhook_events })).secret).toBeNull()
  expect((await send('POST', '', INPUT)).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
})

test('for an app without a webhook, a token creates one with its own secret for the events it may read', async () => {
  await start({ declared_scopes: APP.declared_scopes }, {})
  expect(await webhooks()).toEqual([])
  expect((await send('POST', '', { ...INPUT, events: ['changelog_created'] })).status).toBe(422)
  const { id, secret } = await make()
  expect(secret).toMatch(/^whsec_/)
  expect(JSON.stringify((await send('GET')).body)).not.toContain(secret)
  expect((await send('PUT', `/${id}`, { events: ['post_completed'] })).body.events).toEqual([
    'post_completed',
  ])
  expect((await send('PUT', `/${id}`, { events: ['changelog_created'] })).status).toBe(422)
  await install(app, client, target, { scope: 'webhooks:manage' })
  expect(await webhooks()).toEqual([])
})

test('a webhook created by a token keeps its URL and loses the events that are no longer granted', async () => {
  await start()
  await remove()
  await make({ ...INPUT, events: GRANT.granted_webhook_events })
  await install(app, client, target, { ...GRANT, scope: 'webhooks:manage' })
  await change({ subscribed_webhook_events: ['post_created', 'post_updated'] })
  expect(await webhooks()).toEqual([INPUT])
  await narrow('webhookEvents: [POST_UPDATED]')
  expect(await webhooks()).toEqual([])
  await narrow('webhookEvents: [POST_CREATED]')
  expect(await webhooks()).toEqual([])
})

test('a token changes the events of its webhook among the granted ones', async () => {
  await start()
  await remove()
  const { id } = await make()
  const events = ['changelog_created']
  expect((await send('PUT', `/${id}`, { events })).body.events).toEqual(events)
  expect((await send('PUT', `/${id}`, { events: ['post_created'] })).body.events).toEqual(['post_created'])
  expect((await send('PUT', `/${id}`, { events: ['post_updated'] })).status).toBe(422)
})

test("a change of the app's URL replaces the URL and the secret of a webhook created by a token", async () => {
  await start({ declared_scopes: APP.declared_scopes }, {})
  await make()
  for (const url of ['https://app.example/first', 'https://app.example/second']) {
    await change({ webhook_url: url })
    expect(await webhooks()).toEqual([{ ...INPUT, url }])
  }
  const kept = 'select id from webhooks where organization_id = $1 and secret_ciphertext is not null'
  expect((await app.database.pool.query(kept, [target.organization.id])).rows).toEqual([])
  await remove()
  expect((await make()).secret).toBeNull()
  await change({ webhook_url: null })
  expect(await webhooks()).toEqual([])
  expect((await make()).secret).toMatch(/^whsec_/)
  await change({ subscribed_webhook_events: ['post_created'] })
  expect(await webhooks()).toEqual([])
})

test.each(['revoked', 'suspended'])(
  'a webhook created by a token is deleted with its install, %s',
  async (how) => {
    await start()
    await remove()
    await make()
    const path = `/oauth/apps/${client.client_id}/suspend`
    if (how === 'suspended') await app.call('POST', path, { headers: owner.admin.session })
    else {
      const { installs } = await run(app, target.admin.session, '{ installs { nodes { id } } }')
      await run(
        app,
        target.admin.session,
        `mutation { revokeInstall(input: { id: "${installs.nodes[0].id}" }) { revokedInstallId } }`,
      )
    }
    expect(await webhooks()).toEqual([])
    expect((await send('POST', '', INPUT)).status).toBe(401)
    expect(await webhooks()).toEqual([])
  },
)
