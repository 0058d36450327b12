import { beforeAll, expect, test } from 'vitest'
import { bearer, install, newCode, exchange, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { appCalls, WEBHOOK } from '../support/fixtures/registration.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
let targets: [Tenant, Tenant]
let apps: ReturnType<typeof appCalls>

beforeAll(async () => {
  targets = [await createTenant(app), await createTenant(app)]
  apps = appCalls(app, owner.admin.session)
})

/** An app with a webhook, installed by both targets, with its tokens there. */
async function installed() {
  const client = await registerApp(app, owner, WEBHOOK)
  const tokens = [await install(app, client, targets[0]), await install(app, client, targets[1])] as const
  return { client, tokens, path: `/${client.client_id}` }
}

async function webhooks({ client_id }: ClientApp) {
  const { rows } = await app.database.pool.query<{ url: string; events: string[] }>(
    `select w.url, w.events from webhooks w
     join oauth_installs i on (i.organization_id, i.id) = (w.organization_id, w.install_id)
     join oauth_apps a on (a.organization_id, a.id) = (i.app_organization_id, i.app_id)
     where a.client_id = $1 order by w.organization_id`,
    [client_id],
  )
  return rows
}

const status = async (token: string) =>
  (await app.call('GET', '/api/v3/feature_requests', { headers: bearer(token) })).status

test("shows the owner where an app is installed, without the target's people", async () => {
  const { client, path } = await installed()
  const listed = await apps.send('GET', `${path}/installs`)
  expect(listed.status).toBe(200)
  const [second, first] = targets.map(({ organization: { id, slug } }) => ({ id, subdomain: slug })).reverse()
  expect(listed.body.installs).toMatchObject([
    { organization: second, actor: 'app', webhook_events: WEBHOOK.subscribed_webhook_events },
    { organization: first, actor: 'app', scopes: WEBHOOK.declared_scopes },
  ])
  for (const { admin } of targets) expect(listed.text).not.toContain(admin.email)
  const page = await apps.send('GET', `${path}/installs?per_page=1&page=2`)
  expect(page.body.installs).toEqual([listed.body.installs[1]])
  // Installing an app does not transfer its ownership.
  const foreign = await apps.send('GET', `${path}/installs`, undefined, targets[0].admin.session)
  expect(foreign).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  expect(client.webhook_secret).toMatch(/^whsec_/)
})

test("updates the webhook of every install when the app's webhook changes", async () => {
  const { client } = await installed()
  const events = WEBHOOK.subscribed_webhook_events
  expect(await webhooks(client)).toEqual(targets.map(() => ({ url: WEBHOOK.webhook_url, events })))
  const url = 'https://sync.example.com/moved'
  await apps.change(client.client_id, { webhook_url: url })
  expect(await webhooks(client)).toEqual(targets.map(() => ({ url, events })))
  await apps.change(client.client_id, { subscribed_webhook_events: ['post_updated'] })
  expect(await webhooks(client)).toEqual(targets.map(() => ({ url, events: ['post_updated'] })))
  await apps.change(client.client_id, { webhook_url: null })
  expect(await webhooks(client)).toEqual([])
})

test('withdraws scopes that are no longer declared from tokens, and deletes the webhooks', async () => {
  const { client, tokens } = await installed()
  expect(await status(tokens[0].access_token)).toBe(200)
  await apps.change(client.client_id, { declared_scopes: ['tags:read'] })
  for (const { access_token } of tokens) expect(await status(access_token)).toBe(403)
  expect(await webhooks(client)).toEqual([])
  await apps.change(client.client_id, { declared_scopes: ['posts:read'] })
  for (const { access_token } of tokens) expect(await status(access_token)).toBe(200)
})

test('suspension revokes installs, tokens, webhooks and pending codes, and resuming restores none of them', async () => {
  const { client, tokens, path } = await installed()
  const waiting = await newCode(app, client, targets[0])
  await apps.send('POST', `${path}/suspend`)
  const ended = async () => {
    for (const { access_token } of tokens) expect(await status(access_token)).toBe(401)
    expect(await webhooks(client)).toEqual([])
    expect((await apps.send('GET', `${path}/installs`)).body.installs).toEqual([])
    expect((await exchange(app, client, waiting)).status).toBeGreaterThanOrEqual(400)
  }
  await ended()
  await apps.send('POST', `${path}/resume`)
  await ended()
  const again = await install(app, client, targets[0])
  expect(await status(again.access_token)).toBe(200)
})

test('rotating the client secret keeps installs and tokens, and the old secret redeems nothing', async () => {
  const { client, tokens, path } = await installed()
  const waiting = await newCode(app, client, targets[0])
  const { body } = await apps.send('POST', `${path}/rotate_secret`)
  expect(await status(tokens[0].access_token)).toBe(200)
  const refused = await exchange(app, client, waiting)
  expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  const renewed = { ...client, client_secret: String(body.client_secret) }
  expect((await exchange(app, renewed, waiting)).status).toBe(200)
})

test('deletion revokes everything of an app', async () => {
  const { client, tokens, path } = await installed()
  const waiting = await newCode(app, client, targets[1])
  expect((await apps.send('DELETE', path)).status).toBe(200)
  for (const { access_token } of tokens) expect(await status(access_token)).toBe(401)
  expect((await exchange(app, client, waiting)).status).toBe(401)
  const { rows } = await app.database.pool.query(
    `select id from oauth_installs where app_organization_id = $1
     and app_id not in (select id from oauth_apps where organization_id = $1)`,
    [owner.organization.id],
  )
  expect(rows).toEqual([])
})

test('does not install an app that is suspended during the installation', async () => {
  for (let round = 0; round < 5; round++) {
    const client = await registerApp(app, owner)
    const codes = await Promise.all(
      Array.from({ length: 6 }, (_, index) => newCode(app, client, targets[index % 2] ?? owner)),
    )
    const path = `/${client.client_id}`
    await Promise.all([
      ...codes.map((code) => exchange(app, client, code)),
      apps.send('POST', `${path}/suspend`),
    ])
    expect((await apps.send('GET', `${path}/installs`)).body.installs).toEqual([])
  }
})
