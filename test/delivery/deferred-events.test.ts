import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { organizationsWithDeferred, queueDeferred } from '../../src/delivery/bridge.ts'
import type { NumberingStep } from '../../src/events/numbering-step.ts'
import { numberEvents } from '../../src/modules/events/number-events.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenant: Tenant

beforeAll(async () => {
  // The test numbers events itself.
  await app.services.sequencer.close()
})
beforeEach(async () => {
  tenant = await createTenant(app)
  await createWebhook(app, tenant, { url: 'https://receiver.example/', events: ['post_created'] })
})
const db = () => app.services.db

/** Numbers all events of the tenant, and queues or defers them. */
async function number(step: NumberingStep = {}): Promise<void> {
  while ((await numberEvents(db(), tenant.organization.id, step)).more);
}

/** The posts of the deliveries in the order in which they are sent. */
async function queuedPosts(): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select e.subject_id as id from deliveries d join events e on e.id = d.event_id
      where d.organization_id = $1 order by d.due_at, d.event_position, d.event_id`,
    [tenant.organization.id],
  )
  return rows.map(({ id }) => id)
}

test('an event waits behind earlier ones that were deferred, also in a process that has deferred none', async () => {
  await number()
  const first = await createPost(app, tenant, 'first')
  await number({ defer: true })
  const second = await createPost(app, tenant, 'second')
  await number()
  expect(await queuedPosts()).toEqual([])
  expect(await queueDeferred(db(), tenant.organization.id, 500)).toEqual({ queued: 2, events: 2 })
  const third = await createPost(app, tenant, 'third')
  await number()
  expect(await queuedPosts()).toEqual([first, second, third])
})

test('only events of the organization that has deferred ones wait', async () => {
  const other = await createTenant(app)
  await createWebhook(app, other, { url: 'https://receiver.example/', events: ['post_created'] })
  await createPost(app, tenant)
  await number({ defer: true })
  await createPost(app, tenant)
  const post = await createPost(app, other)
  await numberEvents(db(), other.organization.id)
  expect(await queuedPosts()).toEqual([])
  tenant = other
  expect(await queuedPosts()).toEqual([post])
})

test('a process that saw the log before another deferred an event does not queue a later one', async () => {
  await number()
  const first = await createPost(app, tenant, 'first')
  const { pool } = app.database
  const other = await pool.connect()
  await other.query('begin')
  await other.query('select from event_heads where organization_id = $1 for update', [tenant.organization.id])
  const second = await createPost(app, tenant, 'second')
  // Its snapshot is older than the deferral, for whose end it waits.
  const late = numberEvents(db(), tenant.organization.id, { limit: 500, wait: true })
  await expect.poll(waitingForHead).toBe(true)
  await other.query('update event_heads set deferred = true where organization_id = $1', [
    tenant.organization.id,
  ])
  await other.query('commit')
  other.release()
  expect(await late).toMatchObject({ numbered: 2, queued: 0 })
  expect(await queuedPosts()).toEqual([])
  await queueDeferred(db(), tenant.organization.id, 500)
  expect(await queuedPosts()).toEqual([first, second])
})

async function waitingForHead(): Promise<boolean> {
  const { rowCount } = await app.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%event_heads%'",
  )
  return (rowCount ?? 0) > 0
}

async function waitingAtGate(): Promise<boolean> {
  const { rowCount } = await app.database.pool.query(
    `select from pg_locks where locktype = 'advisory' and objid = 1 and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return (rowCount ?? 0) > 0
}

test('deferred events are queued by one process at a time, so that none overtakes another', async () => {
  await number()
  const posts: number[] = []
  for (let index = 0; index < 4; index++) posts.push(await createPost(app, tenant, `wish ${index}`))
  await number({ defer: true })
  const { pool } = app.database
  await pool.query(`create function wait_for_test() returns trigger language plpgsql as $$ begin
      if new.event_id = (select min(id) from events where organization_id = new.organization_id) then
        perform pg_advisory_xact_lock_shared(1);
      end if;
      return new; end $$;
    create trigger wait_for_test before insert on deliveries for each row execute function wait_for_test()`)
  const gate = await pool.connect()
  await gate.query('select pg_advisory_lock(1)')
  const first = queueDeferred(db(), tenant.organization.id, 2)
  await expect.poll(waitingAtGate).toBe(true)
  const second = await queueDeferred(db(), tenant.organization.id, 2)
  expect(second).toEqual({ queued: 0, events: 0 })
  expect(await queuedPosts()).toEqual([])
  await gate.query('select pg_advisory_unlock(1)')
  gate.release()
  expect(await first).toEqual({ queued: 2, events: 2 })
  await pool.query('drop trigger wait_for_test on deliveries')
  await queueDeferred(db(), tenant.organization.id, 2)
  expect(await queuedPosts()).toEqual(posts)
})

test('finding the organizations that have deferred events costs one look into the index each', async () => {
  const { pool } = app.database
  await pool.query(`delete from unqueued_events;
    insert into unqueued_events select organization, position, position, now()
      from generate_series(1, 3) organization, generate_series(1, 30000) position;
    analyze unqueued_events`)
  expect(await organizationsWithDeferred(db())).toEqual([1, 2, 3])
  const statements: string[] = []
  const watched = await openDatabase({
    url: app.database.url,
    max: 1,
    onStatement: (text) => statements.push(text),
  })
  await organizationsWithDeferred(watched.kysely)
  await watched.close()
  const text = statements.find((each) => each.includes('unqueued_events')) ?? ''
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
    `explain (analyze, buffers, format json) ${text}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan as Record<string, number>
  expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(60)
  await pool.query('delete from unqueued_events')
})
