import { expect, test } from 'vitest'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const CREATE = `mutation ($document: String) { createWebhook(input: {
  url: "https://hooks.example.com/in", events: [POST_CREATED], document: $document }) { webhook { id document } } }`

test("lets an app change its own webhook's events and document within its scopes", async () => {
  const owner = await createTenant(app)
  const client = await putApp(app, owner)
  const install = await putInstall(app, client, tenant, { scopes: ['posts:read', 'webhooks:manage'] })
  const token = await putToken(app, install, ['posts:read', 'webhooks:manage'])
  const { webhooks } = await run(app, token, '{ webhooks { nodes { id } } }')
  expect(webhooks.nodes).toEqual([{ id: expect.stringMatching(/^whk_\d+$/) as string }])
  const [{ id }] = webhooks.nodes
  const UPDATE = `mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { events document url } } }`
  const change = (input: object) => ({ input: { id, ...input } })
  const posts =
    'subscription { events(filter: {types: [POST_CREATED]}) { ... on PostEvent { post { title } } } }'
  const { updateWebhook } = await run(
    app,
    token,
    UPDATE,
    change({ events: ['POST_CREATED'], document: posts }),
  )
  expect(updateWebhook.webhook).toMatchObject({ events: ['POST_CREATED'], document: posts })
  const { installs } = await run(app, tenant.admin.session, '{ installs { nodes { id webhookEvents } } }')
  expect(
    installs.nodes.find((node: { id: string }) => node.id === `ins_${install.id}`)?.webhookEvents,
  ).toEqual(['POST_CREATED'])
  const refusals = {
    'contains an event that the install does not grant': { events: ['POST_UPDATED'] },
    'posts:read.*changelog:read|changelog:read': {
      document: 'subscription { events { ... on ChangelogEvent { changelog { title descriptionHtml } } } }',
    },
    'events and document only': { url: 'https://elsewhere.example.com/' },
  }
  for (const [message, input] of Object.entries(refusals))
    expect((await refusal(app, token, UPDATE, change(input))).message).toMatch(new RegExp(message))
  for (const input of [{ name: 'x' }, { enabled: false }])
    expect(await refusal(app, token, UPDATE, change(input))).toMatchObject({ status: 403 })
  // The admin may read this field, but not the install, whose permissions the document has.
  expect(
    await refusal(
      app,
      tenant.admin.session,
      UPDATE,
      change({
        document: 'subscription { events(filter: {types: [CHANGELOG_CREATED]}) { id } }',
      }),
    ),
  ).toMatchObject({
    status: 422,
    message: '"document" is refused: Missing required OAuth scope: changelog:read.',
  })
  expect(
    await refusal(app, tenant.admin.session, UPDATE, change({ url: 'https://elsewhere.example.com/' })),
  ).toMatchObject({ status: 422, message: '"url" is set by the app and must be changed there.' })
  const rotate = `mutation { rotateWebhookSecret(input: { id: "${id}" }) { secret } }`
  expect((await refusal(app, token, rotate)).message).toBe('This is not open to OAuth tokens')
  for (const operation of [rotate, `mutation { deleteWebhook(input: { id: "${id}" }) { deletedWebhookId } }`])
    expect((await refusal(app, tenant.admin.session, operation)).status).toBe(422)
})

test("treats another webhook as unknown for an app's token", async () => {
  const owner = await createTenant(app)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const token = await putToken(app, install)
  const { createWebhook } = await run(app, tenant.admin.session, CREATE)
  const { id } = createWebhook.webhook
  for (const operation of [
    `mutation { updateWebhook(input: { id: "${id}", document: null }) { webhook { id } } }`,
    `mutation { sendTestEvent(input: { id: "${id}" }) { webhookDelivery { id } } }`,
    `mutation { deleteWebhook(input: { id: "${id}" }) { deletedWebhookId } }`,
  ])
    expect(await refusal(app, token, operation)).toMatchObject({ status: 404, message: 'Webhook not found' })
  const many = `mutation { redeliverWebhookDeliveries(input: { filter: { webhookId: "${id}" } }) { count } }`
  expect(await refusal(app, token, many)).toMatchObject({ status: 422, field: ['filter', 'webhookId'] })
  const read = `{ webhook(by: { id: "${id}" }) { id } node(id: "${id}") { id } }`
  expect(await run(app, token, read)).toEqual({ webhook: null, node: null })
})
