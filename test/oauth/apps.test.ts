import { beforeAll, expect, test } from 'vitest'
import { hasValidChecksum, sha256 } from '../../src/lib/crypto/secret.ts'
import { run } from '../support/clients/operations.ts'
import { appCalls, METADATA, WEBHOOK } from '../support/fixtures/registration.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let apps: ReturnType<typeof appCalls>

beforeAll(() => {
  apps = appCalls(app, tenant.admin.session)
})

test('returns the registered app with its client secret, which no later response contains', async () => {
  const made = await apps.register()
  expect(made.status).toBe(201)
  expect(made.headers.get('cache-control')).toBe('no-store')
  expect(made.body).toMatchObject({ ...METADATA, webhook_url: null, subscribed_webhook_events: [] })
  expect(made.body).toMatchObject({ suspended: false, suspended_at: null })
  const { client_id, client_secret, ...rest } = made.body
  expect(hasValidChecksum(client_id, 'foapp_')).toBe(true)
  expect(hasValidChecksum(client_secret, 'fosec_')).toBe(true)
  expect(rest).not.toHaveProperty('webhook_secret')
  const read = await apps.send('GET', `/${client_id}`)
  expect(read.body).toEqual({ client_id, ...rest })
  const listed = await apps.send('GET', '')
  expect(listed.body.apps[0]).toEqual(read.body)
  expect(listed.text).not.toContain(client_secret)
})

test('gives an app with a webhook a signing secret in the form of Standard Webhooks', async () => {
  const { body } = await apps.register(WEBHOOK)
  expect(body).toMatchObject(WEBHOOK)
  expect(body.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
  expect(Buffer.from(body.webhook_secret.slice(6), 'base64').length).toBe(32)
  expect((await apps.send('GET', `/${body.client_id}`)).text).not.toContain('whsec_')
})

test('stores secrets only as a hash and a ciphertext', async () => {
  const { body } = await apps.register(WEBHOOK)
  const { rows } = await app.database.pool.query('select * from oauth_apps where client_id = $1', [
    body.client_id,
  ])
  expect(rows[0].secret_hash).toEqual(sha256(body.client_secret))
  const stored = rows[0].webhook_secret_ciphertext.toString('latin1')
  expect(stored).not.toContain(body.webhook_secret)
  expect(JSON.stringify(rows[0])).not.toContain(body.client_secret)
})

test('removes duplicates from lists and keeps redirect URIs unchanged', async () => {
  const uris = ['https://a.example/cb?x=1,2&y=%20%7e', 'http://[::1]:8080/cb', 'https://b.example']
  const { body } = await apps.register({
    ...WEBHOOK,
    name: '  Padded  ',
    redirect_uris: [...uris, ...uris],
    allowed_actor_modes: ['self', 'self'],
    declared_scopes: ['webhooks:manage', 'posts:read', 'webhooks:manage'],
    subscribed_webhook_events: ['post_created', 'post_created'],
  })
  expect(body).toMatchObject({
    name: 'Padded',
    redirect_uris: uris,
    allowed_actor_modes: ['self'],
    declared_scopes: ['webhooks:manage', 'posts:read'],
    subscribed_webhook_events: ['post_created'],
  })
})

test('lists apps newest first in pages', async () => {
  const own = await createTenant(app)
  const calls = appCalls(app, own.admin.session)
  for (const name of ['one', 'two', 'three']) await calls.register({ name })
  const names = (answer: { body: { apps: { name: string }[] } }) => answer.body.apps.map(({ name }) => name)
  const first = await calls.send('GET', '?per_page=2')
  expect(names(first)).toEqual(['three', 'two'])
  expect(first.headers.get('link')).toContain('page=2')
  const last = await calls.send('GET', '?per_page=2&page=2')
  expect(names(last)).toEqual(['one'])
  expect(nextPage(last.headers)).toBeNull()
  for (const query of ['?page=0', '?per_page=101', '?page=1&page=2'])
    expect(await calls.send('GET', query)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  const page = await run(
    app,
    own.admin.session,
    '{ oauthApps(first: 1) { nodes { name createdBy { databaseId } } } }',
  )
  expect(page.oauthApps.nodes).toEqual([{ name: 'three', createdBy: { databaseId: own.admin.id } }])
})

test('PUT and PATCH change the given fields and keep the others', async () => {
  const { body: before } = await apps.register(WEBHOOK)
  const { client_secret: _secret, webhook_secret: _signing, ...kept } = before
  const redirect_uris = ['http://127.0.0.1:9/x', 'https://other.example/']
  for (const [method, change] of [
    ['PUT', { name: 'Renamed' }],
    ['PATCH', { redirect_uris }],
  ] as const) {
    const changed = await apps.send(method, `/${before.client_id}`, change)
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({ ...kept, ...change, updated_at: changed.body.updated_at })
    Object.assign(kept, change)
  }
})

test('writes nothing for a change to equal values', async () => {
  const { body } = await apps.register(WEBHOOK)
  for (const change of [{}, { name: METADATA.name, ...WEBHOOK }]) {
    const answer = await apps.tried(() => apps.change(body.client_id, change))
    expect(answer).toMatchObject({ status: 200, wrote: false })
  }
})

test('returns the webhook secret when the app gets a webhook, and a new one after a removal', async () => {
  const { body } = await apps.register()
  const id = body.client_id
  const given = await apps.change(id, WEBHOOK)
  expect(given.body.webhook_secret).toMatch(/^whsec_/)
  const moved = await apps.change(id, { webhook_url: 'https://sync.example.com/moved' })
  expect(moved.body).toMatchObject({ webhook_url: 'https://sync.example.com/moved' })
  expect(moved.body).not.toHaveProperty('webhook_secret')
  const removed = await apps.change(id, { webhook_url: null })
  expect(removed.body).toMatchObject({
    webhook_url: null,
    subscribed_webhook_events: WEBHOOK.subscribed_webhook_events,
  })
  const again = await apps.change(id, { webhook_url: WEBHOOK.webhook_url })
  expect(again.body.webhook_secret).toMatch(/^whsec_/)
  expect(again.body.webhook_secret).not.toBe(given.body.webhook_secret)
})

test("removes an app's webhook together with webhooks:manage", async () => {
  const { body } = await apps.register(WEBHOOK)
  const narrowed = await apps.change(body.client_id, { declared_scopes: ['posts:read'] })
  expect(narrowed.body).toMatchObject({
    declared_scopes: ['posts:read'],
    webhook_url: null,
    subscribed_webhook_events: [],
  })
  const { rows } = await app.database.pool.query(
    'select webhook_secret_ciphertext as secret from oauth_apps where client_id = $1',
    [body.client_id],
  )
  expect(rows).toEqual([{ secret: null }])
})

test('treats a deleted app as unknown', async () => {
  const { body } = await apps.register()
  const deleted = await apps.send('DELETE', `/${body.client_id}`)
  expect(deleted).toMatchObject({ status: 200, body: { success: true, message: 'App deleted' } })
  const path = `/${body.client_id}`
  for (const answer of [await apps.send('GET', path), await apps.send('DELETE', path)])
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
})

test('suspends and resumes an app, and writes nothing when either is repeated', async () => {
  const { body } = await apps.register()
  const path = `/${body.client_id}`
  const suspended = await apps.send('POST', `${path}/suspend`)
  expect(suspended).toMatchObject({ status: 200, body: { suspended: true } })
  expect(suspended.body.suspended_at).toBe(suspended.body.updated_at)
  expect((await apps.send('GET', path)).body).toEqual(suspended.body)
  expect((await apps.tried(() => apps.send('POST', `${path}/suspend`))).wrote).toBe(false)
  const resumed = await apps.send('POST', `${path}/resume`)
  expect(resumed).toMatchObject({ status: 200, body: { suspended: false, suspended_at: null } })
  expect((await apps.tried(() => apps.send('POST', `${path}/resume`))).wrote).toBe(false)
})
