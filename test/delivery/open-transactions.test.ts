import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { deliver } from '../support/delivery.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

/** Opens a transaction that has written, in the database of the app or in another one of its server. */
async function openTransaction(database?: string): Promise<pg.Client> {
  const url = new URL(app.database.url)
  if (database) url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin; select pg_current_xact_id()')
  return client
}

const EVENT = `with event as (
    insert into events (organization_id, type, subject_id, snapshot) values ($1, 'post_created', 1, '{}')
    returning organization_id, id, created_at)
  insert into event_box select organization_id, id, created_at from event`

test.each([
  ['in another organization', undefined],
  ['in another database of the server', 'postgres'],
])('a transaction that stays open %s delays no event', async (_where, database) => {
  const [tenant, other] = [await createTenant(app), await createTenant(app)]
  const path = `/${tenant.organization.id}`
  await createWebhook(app, tenant, { url: receiver.url + path, events: ['post_created'] })
  const open = await openTransaction(database)
  if (database === undefined) await open.query(EVENT, [other.organization.id])
  const worker = deliver(app)
  try {
    await createPost(app, tenant, 'Dark mode')
    await receiver.until(1, { path })
    expect((await open.query('select 1')).rowCount).toBe(1)
  } finally {
    await open.end()
    await worker.stop()
  }
})

test('an event of the transaction itself follows those that were committed before it', async () => {
  const tenant = await createTenant(app)
  const { id } = tenant.organization
  const open = await openTransaction()
  await open.query(EVENT, [id])
  await createPost(app, tenant, 'Before')
  const numbered = async () =>
    (await app.database.pool.query('select from event_order where organization_id = $1', [id])).rowCount
  await expect.poll(numbered).toBe(1)
  await open.query('commit')
  await open.end()
  await expect.poll(numbered).toBe(2)
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select event_id as id from event_order where organization_id = $1 order by number',
    [id],
  )
  expect(rows[0]?.id).toBeGreaterThan(rows[1]?.id ?? 0)
})
