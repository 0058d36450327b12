import { expect, test } from 'vitest'
import { deliveryRows, putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (method: string, path: string, body?: unknown, headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/webhooks${path}`, { headers, body })
const INPUT = { url: 'https://hooks.example.com/in', events: ['post_created'] }
const create = async () => (await send('POST', '', INPUT)).body

test("lets an app list, change, delete and create its install's webhook", async () => {
  const owner = await createTenant(app)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const token = await putToken(app, install)
  const { body } = await send('GET', '', undefined, token)
  expect(body.webhooks).toHaveLength(1)
  const [{ id }] = body.webhooks
  expect((await send('PUT', `/${id}`, { events: ['post_created'] }, token)).body.events).toEqual([
    'post_created',
  ])
  expect(await send('POST', '', INPUT, token)).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_ALREADY_EXISTS' },
  })
  const another = await create()
  expect((await send('DELETE', `/${another.id}`, undefined, token)).status).toBe(404)
  const { id: waiting } = await putDelivery(app, tenant, id, {})
  expect((await send('DELETE', `/${id}`, undefined, token)).body).toEqual({
    success: true,
    message: 'Webhook deleted',
  })
  expect((await deliveryRows(app, [waiting]))[0]?.state).toBe('canceled')
  expect((await send('GET', '', undefined, token)).body.webhooks).toEqual([])
  const made = await send('POST', '', INPUT, token)
  expect(made).toMatchObject({ status: 201, body: { ...INPUT, enabled: true } })
  const { secret: _secret, ...webhook } = made.body
  expect((await send('GET', '', undefined, token)).body.webhooks).toEqual([webhook])
  const all = (await send('GET', '')).body.webhooks.map((found: { id: number }) => found.id)
  expect(all).toEqual(expect.arrayContaining([another.id, webhook.id]))
})

test('names the missing scope when an app may not manage webhooks', async () => {
  const owner = await createTenant(app)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const [{ id }] = (await send('GET', '', undefined, await putToken(app, install))).body.webhooks
  const reader = await putToken(app, install, ['posts:read'])
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', INPUT],
    ['DELETE', `/${id}`, undefined],
  ] as const)
    expect((await send(method, path, body, reader)).body).toEqual({
      message: 'Missing required OAuth scope: webhooks:manage',
      status: 403,
      success: false,
    })
  expect((await send('GET', '')).body.webhooks).toContainEqual(expect.objectContaining({ id }))
})
