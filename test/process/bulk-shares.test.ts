import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const AT_ONCE = 60

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const busy = useTenant(app)
const other = useTenant(app)

const send = (tenant: Tenant, emails: string[]) =>
  app.call('POST', '/api/v3/customers/import', {
    headers: tenant.keyAndAdmin,
    body: { customers: emails.map((email) => ({ email })) },
  })

test('imports of one organization leave connections to the others, and too many imports are rejected', async () => {
  await send(busy, ['held@busy.example'])
  // Locks this customer, so that every import that changes it waits.
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query(`select from users where email = 'held@busy.example' for update`)
  const imports = Array.from({ length: AT_ONCE }, () => send(busy, ['held@busy.example']))
  let rejected = 0
  for (const answer of imports) void answer.then(({ status }) => (rejected += status === 429 ? 1 : 0))
  // Later requests find the connections free.
  await expect.poll(() => rejected).toBe(AT_ONCE - 21)
  const answer = await send(other, ['free@other.example'])
  expect(answer.status).toBe(200)
  expect((await app.call('GET', '/api/v3/feature_requests', { headers: other.key })).status).toBe(200)
  await client.query('commit')
  client.release()
  const answers = await Promise.all(imports)
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE - refused.length)
  expect(refused.length).toBe(AT_ONCE - 21)
  expect(refused[0]?.headers.get('retry-after')).not.toBeNull()
  expect(refused[0]?.body).toMatchObject({ success: false, error: 'ERROR_CODE_RATE_LIMITED' })
})

test('a bulk redelivery queues each delivery once, in transactions of bounded size', async () => {
  const { id } = await createWebhook(app, busy, { url: 'http://127.0.0.1:9/', events: ['post_created'] })
  await app.database.pool.query(
    `insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, state, due_at, created_at)
     select $1, $2, n, n, 'post_created', 'failed', now(), now() from generate_series(1, 12000) n`,
    [busy.organization.id, id],
  )
  const { body } = await app.graphql(
    'mutation ($id: ID!) { redeliverWebhookDeliveries(input: { filter: { webhookId: $id, states: [FAILED, PENDING] } }) { count } }',
    { id: `whk_${id}` },
    busy.keyAndAdmin,
  )
  expect(body).toEqual({ data: { redeliverWebhookDeliveries: { count: 12_000 } } })
  const { rows } = await app.database.pool.query<{ state: string; count: number; largest: number }>(
    `select state, sum(count)::int as count, max(count)::int as largest
     from (select state, updated_at, count(*) as count from deliveries group by state, updated_at) batch group by state`,
  )
  expect(rows).toEqual([{ state: 'pending', count: 12_000, largest: expect.any(Number) }])
  expect(rows[0]?.largest).toBeLessThanOrEqual(4_096)
})

test('bulk operations of several organizations leave connections of a small pool to the others', async () => {
  const small = await startApp({ beside: app, connections: 3 })
  const tenants = await Promise.all([1, 2, 3].map(() => createTenant(app)))
  const importTo = (tenant: Tenant) =>
    small.call('POST', '/api/v3/customers/import', {
      headers: tenant.keyAndAdmin,
      body: { customers: [{ email: 'held@many.example' }] },
    })
  await Promise.all(tenants.map(importTo))
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query(`select from users where email = 'held@many.example' for update`)
  const imports = tenants.map(importTo)
  await waitForLock(app)
  const list = await fetch(`${small.url}/api/v3/feature_requests?per_page=3`, {
    headers: other.key,
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  expect(list.status).toBe(200)
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(rows).toEqual([{ waiting: 1 }])
  await client.query('commit')
  client.release()
  expect((await Promise.all(imports)).map(({ status }) => status)).toEqual([200, 200, 200])
  await small.stop()
})
