import { expect, test } from 'vitest'
import { deliveryRows, putDelivery } from '../support/fixtures/deliveries.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = (method: string, path: string, body?: unknown, headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/webhooks${path}`, { headers, body })
const INPUT = { url: 'https://hooks.example.com/in', events: ['post_created'] }
const create = async (of = tenant) => (await send('POST', '', INPUT, of.keyAndAdmin)).body

test('creates, lists, changes and deletes a webhook as documented', async () => {
  const own = await createTenant(app)
  const ask = (method: string, path: string, body?: unknown) => send(method, path, body, own.keyAndAdmin)
  const created = await ask('POST', '', { ...INPUT, name: 'Ops' })
  const { secret, ...webhook } = created.body
  expect(created.status).toBe(201)
  expect(created.headers.get('cache-control')).toBe('no-store')
  expect(secret).toMatch(/^whsec_/)
  expect(webhook).toEqual({
    id: expect.any(Number) as number,
    name: 'Ops',
    ...INPUT,
    document: null,
    header_names: [],
    enabled: true,
    disabled_at: null,
    disabled_reason: null,
    created_at: expect.any(String) as string,
    updated_at: expect.any(String) as string,
  })
  expect((await ask('GET', '')).body).toEqual({ success: true, webhooks: [webhook] })
  const document = 'subscription { events { id } }'
  const changed = await ask('PUT', `/${webhook.id}`, { document, events: ['post_created', 'post_updated'] })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Ops', document } })
  expect(changed.body).not.toHaveProperty('secret')
  expect((await ask('PUT', `/${webhook.id}`, { document: null })).body.document).toBeNull()
  const disabled = await ask('PUT', `/${webhook.id}`, { enabled: false })
  expect(disabled.body).toMatchObject({ enabled: false, disabled_reason: 'Disabled by an admin' })
  expect(disabled.body.disabled_at).toMatch(/Z$/)
  expect((await ask('PUT', `/${webhook.id}`, { enabled: true })).body).toMatchObject({
    enabled: true,
    disabled_at: null,
  })
  expect((await ask('DELETE', `/${webhook.id}`)).body).toEqual({ success: true, message: 'Webhook deleted' })
  expect((await ask('DELETE', `/${webhook.id}`)).status).toBe(404)
  expect((await ask('GET', '')).body.webhooks).toEqual([])
})

test.each([
  [{ events: ['post_created'] }, 422, 'ERROR_CODE_MISSING_PARAM', 'url'],
  [{ url: INPUT.url }, 422, 'ERROR_CODE_MISSING_PARAM', 'events'],
  [{ ...INPUT, events: [] }, 400, 'ERROR_CODE_INVALID_PARAM', 'events'],
  [{ ...INPUT, events: ['webhook_test'] }, 400, 'ERROR_CODE_INVALID_PARAM', 'events'],
  [{ ...INPUT, url: 'https://169.254.169.254/' }, 422, 'ERROR_CODE_INVALID_PARAM', 'url'],
  [{ ...INPUT, document: '{ posts { nodes { id } } }' }, 422, 'ERROR_CODE_INVALID_PARAM', 'document'],
])('rejects %j', async (body, status, error, field) => {
  const before = (await send('GET', '')).body
  const refused = await send('POST', '', body)
  expect(refused).toMatchObject({ status, body: { error } })
  expect(Object.keys(refused.body.errors)).toEqual([field])
  expect((await send('GET', '')).body).toEqual(before)
})

test('requires an admin in person beside the key', async () => {
  const { id } = await create()
  const member = { ...tenant.key, ...(await tenant.member('member')).session }
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['PUT', `/${id}`],
    ['DELETE', `/${id}`],
    ['GET', `/${id}/deliveries`],
    ['POST', `/${id}/deliveries/1/redeliver`],
  ] as const) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : INPUT
    expect((await send(method, path, body, tenant.key)).status).toBe(401)
    expect(await send(method, path, body, member)).toMatchObject({
      status: 403,
      body: { error: 'ERROR_CODE_FORBIDDEN' },
    })
  }
})

test('lists deliveries with their attempts and repeats them', async () => {
  const { id } = await create()
  const failed = await putDelivery(app, tenant, id, { state: 'failed', attempts: 1 })
  const waiting = await putDelivery(app, tenant, id, {})
  const { status, body } = await send('GET', `/${id}/deliveries`)
  expect(status).toBe(200)
  expect(body.deliveries.map((delivery: { id: number }) => delivery.id)).toEqual([waiting.id, failed.id])
  expect(body.deliveries[1]).toEqual({
    id: failed.id,
    event_id: failed.eventId,
    event: 'post_created',
    state: 'failed',
    attempts_count: 1,
    next_attempt_at: null,
    created_at: expect.any(String) as string,
    attempts: [
      {
        number: 1,
        at: expect.any(String) as string,
        outcome: 'failed',
        status: 500,
        duration_ms: 12,
        response: 'down',
        error: 'answered 500',
      },
    ],
  })
  const paged = await send('GET', `/${id}/deliveries?per_page=1`)
  expect(paged.headers.get('link')).toContain('page=2')
  const only = async (query: string) =>
    (await send('GET', `/${id}/deliveries?${query}`)).body.deliveries.map(
      (delivery: { id: number }) => delivery.id,
    )
  expect(await only('states[]=failed')).toEqual([failed.id])
  expect(await only('events=changelog_created')).toEqual([])
  expect(await only('from_date=2020-01-01&to_date=2020-01-02')).toEqual([])
  expect((await send('GET', `/${id}/deliveries?states=lost`)).status).toBe(400)
  expect((await send('GET', `/${id}/deliveries?from_date=2026-11-02&to_date=2026-11-01`)).status).toBe(400)
  const repeated = await send('POST', `/${id}/deliveries/${failed.id}/redeliver`)
  expect(repeated).toMatchObject({
    status: 200,
    body: { id: failed.id, state: 'pending', attempts_count: 1 },
  })
  expect(repeated.body.next_attempt_at).toMatch(/Z$/)
})

test('treats a delivery of another webhook or organization as unknown, and leaves it unchanged', async () => {
  const [one, other] = [await create(), await create()]
  const stranger = await createTenant(app)
  const foreign = await create(stranger)
  const elsewhere = await putDelivery(app, tenant, other.id, { state: 'failed' })
  const theirs = await putDelivery(app, stranger, foreign.id, { state: 'failed' })
  for (const path of [
    `/${one.id}/deliveries/${elsewhere.id}/redeliver`,
    `/${one.id}/deliveries/${theirs.id}/redeliver`,
    `/${foreign.id}/deliveries/${theirs.id}/redeliver`,
    `/${one.id}/deliveries/9007199254740993/redeliver`,
  ])
    expect((await send('POST', path)).status).toBe(404)
  expect((await send('POST', `/${one.id}/deliveries/none/redeliver`)).status).toBe(400)
  const left = await putDelivery(app, tenant, one.id, { state: 'failed' })
  await send('DELETE', `/${one.id}`)
  for (const path of [`/${one.id}/deliveries/${left.id}`, `/2000000000/deliveries/${left.id}`])
    expect((await send('POST', `${path}/redeliver`)).status).toBe(404)
  const rows = await deliveryRows(app, [elsewhere.id, theirs.id, left.id])
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})
