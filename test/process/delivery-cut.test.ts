import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import type { Delivery } from '../../src/delivery/worker.ts'
import { CUTS, cutOnce, pointsOf, shortOf } from '../support/faults/cut-statements.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let proxy: DatabaseProxy
let database: Database
let worker: Delivery
let receiver: Receiver
let tenant: Tenant
let webhookId: number

beforeAll(async () => {
  proxy = await startDatabaseProxy(app.database.url)
  database = await openDatabase({ url: proxy.url, max: 8 })
  receiver = await startReceiver()
  tenant = await createTenant(app)
  webhookId = (await createWebhook(app, tenant, { url: `${receiver.url}/`, events: ['post_created'] })).id
  receiver.answer('/', (response, message) => {
    const isFirst = receiver.received.filter(({ text }) => text === message.text).length === 1
    response.writeHead(isFirst ? 500 : 200).end()
  })
  // Every state transition of a delivery, to count them.
  await app.database.pool.query(`create table transitions (delivery_id bigint, state delivery_state);
    create function note_transition() returns trigger language plpgsql as $$ begin
      if new.state <> old.state then insert into transitions values (new.id, new.state); end if; return null; end $$;
    create trigger note_transition after update on deliveries for each row execute function note_transition()`)
  const { kysely: db } = database
  worker = deliver({ ...app, services: { ...app.services, db } }, { webhookTimeout: DEADLINE_MS })
})
afterAll(async () => {
  proxy.decide(null)
  await worker.stop()
  await database.close()
  await proxy.close()
  await receiver.close()
})

/**
 * Creates a post whose delivery fails once and then succeeds. Expects the invariants that hold after the loss of any
 * connection.
 */
async function flow(): Promise<void> {
  const title = `wish ${Math.random()}`
  const latest = async () => (await deliveriesOf(app, tenant, webhookId))[0]
  const before = (await latest())?.id ?? 0
  await createPost(app, tenant, title)
  const stateOf = (delivery: Awaited<ReturnType<typeof latest>>) =>
    delivery && delivery.id > before ? delivery.state : 'unqueued'
  await expect.poll(async () => stateOf(await latest())).toBe('succeeded')
  const id = (await latest())?.id
  await expect.poll(isAtRest).toBe(true)
  const messages = receiver.received.filter(({ body }) => body.data.title === title)
  expect(messages.length).toBeGreaterThanOrEqual(2)
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const query = <Row>(text: string) => app.database.pool.query(text, [id]).then(({ rows }) => rows as Row[])
  const attempts = await query<{ number: number }>(
    'select number from delivery_attempts where delivery_id = $1 order by number',
  )
  expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, index) => index + 1))
  // Every attempt that was made is stored.
  expect(attempts).toHaveLength(messages.length)
  expect(await query('select attempts from deliveries where id = $1')).toEqual([
    { attempts: attempts.length },
  ])
  expect(await query('select state from transitions where delivery_id = $1')).toEqual([
    { state: 'succeeded' },
  ])
}

/** Whether no queue is leased. */
async function isAtRest(): Promise<boolean> {
  return (await app.database.pool.query('select from webhook_lanes where owner is not null')).rowCount === 0
}

test('a connection lost at any statement loses no delivery, repeats no state transition and skips no attempt number', async () => {
  await flow()
  const points = await pointsOf(proxy, flow, 2)
  expect(points.some(({ statement }) => statement.includes('select store_results('))).toBe(true)
  const untouched: string[] = []
  for (const point of points)
    for (const cut of CUTS) {
      const isCut = cutOnce(proxy, point, cut)
      await expect(flow(), `${cut} ${shortOf(point)}`).resolves.toBeUndefined()
      if (point.occurrence === 1 && !isCut()) untouched.push(shortOf(point))
      proxy.decide(null)
    }
  expect(untouched.length).toBeLessThan(points.length / 2)
})
