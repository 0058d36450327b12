import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { putDelivery } from '../support/fixtures/deliveries.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const ask = (query: string) => run(app, tenant.admin.session, query)

test('an attempt that was stored without headers has none', async () => {
  const { id: webhook } = await createWebhook(app, tenant, { url: 'https://hooks.example.com/in' })
  const { id } = await putDelivery(app, tenant, webhook, { state: 'failed', attempts: 1 })
  const { webhookDelivery } = await ask(`{ webhookDelivery(by: { databaseId: ${id} }) { attempts {
    requestHeaders { name } responseHeaders { name } responseHeadersTruncated } } }`)
  expect(webhookDelivery.attempts).toEqual([
    { requestHeaders: [], responseHeaders: [], responseHeadersTruncated: false },
  ])
})

test('headers cost one statement for any number of attempts, and none if they are not selected', async () => {
  const { id } = await createWebhook(app, tenant, { url: 'https://hooks.example.com/in' })
  for (let index = 0; index < 100; index++)
    await putDelivery(app, tenant, id, { state: 'failed', attempts: index < 10 ? 20 : 1 })
  const statements = async (first: number, selection: string) => {
    app.statements.length = 0
    const { webhook } = await ask(
      `{ webhook(by: { databaseId: ${id} }) { deliveries(first: ${first}) { nodes { attempts { ${selection} } } } } }`,
    )
    expect(webhook.deliveries.nodes).toHaveLength(first)
    return app.statements.filter((text) => text.includes('request_headers')).length
  }
  for (const first of [10, 30, 100])
    expect(await statements(first, 'requestHeaders { name } responseHeadersTruncated')).toBe(1)
  expect(await statements(100, 'number responseBody')).toBe(0)
})
