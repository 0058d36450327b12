import { beforeEach, describe, expect, test } from 'vitest'
import { bearer, install, opens, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { fingerprint } from '../support/contract/fingerprint.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const INSTALLS = '/oauth/installs'
const SCOPES = ['posts:read', 'posts:write', 'webhooks:manage']
const EVENTS = ['post_created', 'post_updated', 'changelog_published']

const app = useApp()
let owner: Tenant
let target: Tenant
let client: ClientApp

beforeEach(async () => {
  owner = await createTenant(app)
  target = await createTenant(app)
  client = await registerApp(app, owner, {
    declared_scopes: SCOPES,
    webhook_url: 'https://app.example/hooks',
    subscribed_webhook_events: EVENTS,
  })
})

const as = (headers: Headers) => ({
  list: async () => (await app.call('GET', INSTALLS, { headers })).body.installs,
  narrow: (id: number, body: object) => app.call('PATCH', `${INSTALLS}/${id}`, { headers, body }),
})
const admin = () => as(target.admin.session)
const only = async () => {
  const installs = await admin().list()
  expect(installs).toHaveLength(1)
  return installs[0]
}
describe('an install can be narrowed', () => {
  test('to fewer scopes, which its tokens lose at once', async () => {
    const { access_token } = await install(app, client, target)
    const { id } = await only()
    const answer = await admin().narrow(id, { scopes: ['posts:read', 'webhooks:manage'] })
    expect(answer).toMatchObject({
      status: 200,
      body: { install: { scopes: ['posts:read', 'webhooks:manage'] } },
    })
    const write = await app.call('POST', '/api/v3/feature_requests', {
      headers: bearer(access_token),
      body: { title: 'Too late' },
    })
    expect(write.body).toEqual({
      message: 'Missing required OAuth scope: posts:write',
      status: 403,
      success: false,
    })
    expect(await opens(app, access_token)).toBe(true)
  })

  test('to no scope', async () => {
    const { access_token } = await install(app, client, target)
    expect((await admin().narrow((await only()).id, { scopes: [] })).body.install.scopes).toEqual([])
    expect(await opens(app, access_token)).toBe(false)
  })

  test('to fewer events and to others that the app subscribes to, which changes its webhook', async () => {
    await install(app, client, target, { granted_webhook_events: ['post_created', 'post_updated'] })
    const { id } = await only()
    for (const events of [['post_updated'], ['changelog_published'], EVENTS]) {
      const { body } = await admin().narrow(id, { webhook_events: events })
      expect(body.install).toMatchObject({ webhook_events: events, webhook: { events } })
    }
    expect((await admin().narrow(id, { webhook_events: [] })).body.install.webhook).toBeNull()
  })

  test.each([
    ['more scopes', { scopes: SCOPES }, 'invalid_scope'],
    ['an unknown scope', { scopes: ['posts:admin'] }, 'invalid_scope'],
    [
      'an event that the app does not subscribe to',
      { webhook_events: ['post_completed'] },
      'invalid_request',
    ],
    ['an unknown event', { webhook_events: ['post_liked'] }, 'invalid_request'],
    ['an event that is not a string', { webhook_events: [7] }, 'invalid_request'],
  ])('but not to %s', async (_what, body, error) => {
    await install(app, client, target, { scope: 'posts:read webhooks:manage' })
    const { id } = await only()
    const before = await fingerprint(app.database.kysely)
    const answer = await admin().narrow(id, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe(error)
    expect(await fingerprint(app.database.kysely)).toBe(before)
  })

  test('and widened again by a consent to more', async () => {
    await install(app, client, target)
    await admin().narrow((await only()).id, { scopes: ['posts:read'] })
    await install(app, client, target)
    expect((await only()).scopes).toEqual(SCOPES)
  })
})
