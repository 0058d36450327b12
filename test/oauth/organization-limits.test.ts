import { expect, test } from 'vitest'
import { consent, exchange, install, newCode, registerApp, REDIRECT_URI } from '../support/clients/oauth.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({
  webhookAllowedHosts: ['127.0.0.1'],
  quotas: { apiKeys: 3, apps: 3, installs: 2, webhooks: 2 },
})

const register = (owner: Tenant) =>
  app.call('POST', '/oauth/apps', {
    headers: owner.admin.session,
    body: {
      name: 'Bridge',
      redirect_uris: [REDIRECT_URI],
      allowed_actor_modes: ['app'],
      declared_scopes: ['posts:read'],
    },
  })
const count = async (table: string, { organization }: Tenant) =>
  (await app.database.pool.query(`select from ${table} where organization_id = $1`, [organization.id]))
    .rowCount

test('limits the apps of an organization, also among concurrent registrations, and frees a slot on deletion', async () => {
  const owner = await createTenant(app)
  const answers = await Promise.all(Array.from({ length: 8 }, () => register(owner)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = answers.find(({ status }) => status !== 201)
  expect(refused?.status).toBe(400)
  expect(refused?.body).toMatchObject({
    error: 'invalid_client_metadata',
    error_description: 'An organization can have at most 3 apps',
  })
  expect(await count('oauth_apps', owner)).toBe(3)
  expect((await register(await createTenant(app))).status).toBe(201)
  const made = answers.find(({ status }) => status === 201)
  await app.call('DELETE', `/oauth/apps/${made?.body.client_id}`, { headers: owner.admin.session })
  expect((await register(owner)).status).toBe(201)
})

test('rejects consent to one install too many, and accepts consent to an existing one', async () => {
  const target = await createTenant(app)
  const owner = await createTenant(app)
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => registerApp(app, owner)))
  if (!one || !two || !three) throw new Error('no apps')
  await install(app, one, target)
  await install(app, two, target)
  const refused = await consent(app, three, target)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    error: 'access_denied',
    error_description: 'An organization can have at most 2 installs',
  })
  await install(app, one, target)
  await install(app, three, await createTenant(app))
})

test('creates no more installs than the limit for codes that are exchanged concurrently', async () => {
  const target = await createTenant(app)
  const owner = await createTenant(app)
  const clients = await Promise.all([1, 2, 3].map(() => registerApp(app, owner)))
  const codes = await Promise.all(clients.map((client) => newCode(app, client, target)))
  const answers = await Promise.all(clients.map((client, index) => exchange(app, client, codes[index] ?? '')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.body).toMatchObject({ error: 'invalid_grant' })
  expect(refused?.text).toContain('An organization can have at most 2 installs')
  expect(await count('oauth_installs', target)).toBe(2)
})

test("limits the organization's webhooks by a setting", async () => {
  const tenant = await createTenant(app)
  for (let index = 0; index < 2; index++)
    await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/', events: ['post_created'] })
  await expect(
    createWebhook(app, tenant, { url: 'http://127.0.0.1:9/', events: ['post_created'] }),
  ).rejects.toThrow('An organization can have at most 2 webhooks')
})

test("limits the organization's keys that are not revoked by a setting, also in parallel", async () => {
  const { admin } = await createTenant(app)
  const create = () =>
    app.graphql(
      'mutation { createApiKey(input: {}) { apiKey { id } errors { message } } }',
      {},
      admin.session,
    )
  const answers = await Promise.all(Array.from({ length: 5 }, create))
  const made = answers.flatMap(({ body }) => body.data?.createApiKey?.apiKey?.id ?? [])
  expect(made).toHaveLength(2)
  for (const { text } of answers.filter(({ body }) => !body.data?.createApiKey?.apiKey))
    expect(text).toContain('An organization can have at most 3 API keys')
  const revoke = `mutation { revokeApiKey(input: { id: "${made[0]}" }) { apiKey { id } } }`
  await app.graphql(revoke, {}, admin.session)
  expect((await create()).body.data.createApiKey.apiKey.id).toEqual(expect.any(String))
})
