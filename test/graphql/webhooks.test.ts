import { expect, test } from 'vitest'
import { sealedLocation } from '../../src/auth/sealed-columns.ts'
import { decrypt } from '../../src/lib/crypto/encryption.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1:9'] })
const tenant = useTenant(app)

const FIELDS =
  'id databaseId name url events document enabled install { id } previousSecretUntil disabledAt disabledReason createdBy { databaseId }'
const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${FIELDS} } errors { message } } }`
const UPDATE = `mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { ${FIELDS} } } }`
const INPUT = { url: 'https://hooks.example.com/in', events: ['POST_CREATED'] }

const create = async (input: object = {}, of = tenant) =>
  (await run(app, of.admin.session, CREATE, { input: { ...INPUT, ...input } })).createWebhook
const rowOf = (id: string | number) =>
  app.services.db.selectFrom('webhooks').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
const secretOf = (id: string | number, box: Buffer | null, column: 'secret' | 'previous_secret' = 'secret') =>
  box &&
  decrypt(
    app.services.keys.encryption,
    box,
    sealedLocation(`webhooks.${column}_ciphertext`, tenant.organization.id, Number(id)),
  )
const count = async () =>
  Number((await app.database.pool.query('select count(*) from webhooks')).rows[0].count)

test('creates a webhook with a secret that is returned once and stored encrypted', async () => {
  const { secret, webhook } = await create({ name: ' Ops ', events: ['POST_UPDATED', 'POST_CREATED'] })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toMatchObject({
    name: 'Ops',
    url: INPUT.url,
    document: null,
    enabled: true,
    install: null,
    disabledAt: null,
  })
  expect(webhook.events).toEqual(['POST_CREATED', 'POST_UPDATED'])
  expect(webhook.createdBy.databaseId).toBe(tenant.admin.id)
  const { secretCiphertext } = await rowOf(webhook.databaseId)
  expect(secretCiphertext?.toString('latin1')).not.toContain(secret.slice(6))
  expect(secretOf(webhook.databaseId, secretCiphertext)).toBe(secret)
  const { webhook: read } = await run(
    app,
    tenant.admin.session,
    `{ webhook(by: { id: "${webhook.id}" }) { ${FIELDS} } }`,
  )
  expect(read).toEqual(webhook)
})

test.each([
  ['a private address', { url: 'https://10.0.0.7/' }, /public host/],
  ['http', { url: 'http://hooks.example.com/' }, /https URL/],
  ['another port of an allowed host', { url: 'http://127.0.0.1:10/' }, /https URL/],
  ['a blank address', { url: ' ' }, /can't be blank/],
  ['no events', { events: [] }, /can't be blank/],
  ['a long name', { name: 'x'.repeat(256) }, /too long/],
])('rejects %s and stores nothing', async (_what, input, message) => {
  const before = await count()
  const refused = await refusal(app, tenant.admin.session, CREATE, { input: { ...INPUT, ...input } })
  expect(refused).toMatchObject({ status: 422, message: expect.stringMatching(message) as string })
  expect(await count()).toBe(before)
})

test('accepts a host that the operator allows, and removes duplicate events', async () => {
  const { webhook } = await create({ url: 'http://127.0.0.1:9/x', events: ['POST_CREATED', 'POST_CREATED'] })
  expect(webhook).toMatchObject({ url: 'http://127.0.0.1:9/x', events: ['POST_CREATED'] })
})

test('limits an organization to 50 webhooks, also for concurrent creations', async () => {
  const own = await createTenant(app)
  const made = await Promise.all(
    Array.from({ length: 53 }, () => app.graphql(CREATE, { input: INPUT }, own.admin.session)),
  )
  const refused = made.flatMap(({ body }) => body.data.createWebhook.errors)
  expect(refused.map(({ message }) => message)).toEqual(
    Array(3).fill('An organization can have at most 50 webhooks'),
  )
})

test('keeps the fields that were not sent, and writes nothing for equal values', async () => {
  const { webhook } = await create({ name: 'One' })
  const change = (input: object) =>
    run(app, tenant.admin.session, UPDATE, { input: { id: webhook.id, ...input } })
  const { updateWebhook } = await change({ url: 'https://other.example.com/', events: ['CHANGELOG_CREATED'] })
  expect(updateWebhook.webhook).toMatchObject({
    name: 'One',
    url: 'https://other.example.com/',
    events: ['CHANGELOG_CREATED'],
  })
  const before = await rowOf(webhook.databaseId)
  await change({ name: 'One', url: 'https://other.example.com/' })
  expect(await rowOf(webhook.databaseId)).toEqual(before)
  const refused = await refusal(app, tenant.admin.session, UPDATE, {
    input: { id: webhook.id, name: 'Two', url: 'https://127.0.0.1/' },
  })
  expect(refused).toMatchObject({ code: 'UNPROCESSABLE', field: ['url'] })
  expect(await rowOf(webhook.databaseId)).toEqual(before)
})

test('signs with the rotated secret and the previous one for 24 hours', async () => {
  const { webhook, secret } = await create()
  const ROTATE = `mutation { rotateWebhookSecret(input: { id: "${webhook.id}" }) { secret webhook { previousSecretUntil } } }`
  const { rotateWebhookSecret: rotated } = await run(app, tenant.admin.session, ROTATE)
  expect(rotated.secret).toMatch(/^whsec_/)
  const left = Date.parse(rotated.webhook.previousSecretUntil) - Date.now()
  expect(left / 3_600_000).toBeCloseTo(24, 1)
  const row = await rowOf(webhook.databaseId)
  expect(secretOf(row.id, row.secretCiphertext)).toBe(rotated.secret)
  expect(secretOf(row.id, row.previousSecretCiphertext, 'previous_secret')).toBe(secret)
})

test('lets only admins manage webhooks', async () => {
  const { webhook } = await create()
  const member = await tenant.member('member')
  const customer = await tenant.sso({ email: 'customer@example.com' })
  const before = await count()
  for (const headers of [member.session, customer, tenant.key])
    for (const operation of [
      '{ webhooks { nodes { id } } }',
      `{ webhook(by: { id: "${webhook.id}" }) { id } }`,
      `mutation { deleteWebhook(input: { id: "${webhook.id}" }) { deletedWebhookId } }`,
      `mutation { sendTestEvent(input: { id: "${webhook.id}" }) { webhookDelivery { id } } }`,
      `mutation { rotateWebhookSecret(input: { id: "${webhook.id}" }) { secret } }`,
      `mutation { createWebhook(input: { url: "https://a.example.com/", events: [POST_CREATED] }) { secret } }`,
    ])
      expect((await refusal(app, headers, operation)).status).toBe(403)
  expect(await count()).toBe(before)
})

test('names the scope that a token lacks', async () => {
  const owner = await createTenant(app)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const token = await putToken(app, install, ['posts:read'])
  expect(await refusal(app, token, '{ webhooks { nodes { id } } }')).toMatchObject({
    message: 'Missing required OAuth scope: webhooks:manage',
  })
})
