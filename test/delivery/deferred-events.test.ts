import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import {
  bridgeEvents,
  organizationsAside,
  queueUnqueued,
  type BridgeStep,
} from '../../src/delivery/bridge.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenant: Tenant
/** Another process of the bridge, whose statements wait at the gate. */
let gated: Database

beforeAll(async () => {
  gated = await openDatabase({ url: named(app.database.url, 'gated'), max: 2 })
  // Statements of the gated process wait while the lock 1 is held, after they have taken their snapshot.
  await app.database.pool
    .query(`create function pass_gate() returns boolean language plpgsql volatile as $$ begin
      if current_setting('application_name') = 'gated' and current_query() like '%skip locked%' then
        perform pg_advisory_xact_lock_shared(1);
      end if;
      return true; end $$;
    alter table bridge_cursor rename to bridge_cursor_rows;
    create view bridge_cursor as select * from bridge_cursor_rows where pass_gate()`)
})
beforeEach(async () => {
  tenant = await createTenant(app)
  await createWebhook(app, tenant, { url: 'https://receiver.example/', events: ['post_created'] })
})
afterAll(async () => {
  await gated.close()
})

function named(url: string, applicationName: string): string {
  const changed = new URL(url)
  changed.searchParams.set('application_name', applicationName)
  return changed.toString()
}

const db = () => app.services.db
const aside = (): number[] => [tenant.organization.id]

/** Bridges until nothing is left to read. */
async function bridge(step: BridgeStep = {}): Promise<void> {
  for (;;) {
    const { more, blocked } = await bridgeEvents(db(), step)
    if (!more && !blocked) return
    await sleep(5)
  }
}

/** Whether one step of the bridge has taken an event; waits until one is settled. */
async function bridgeOne(step: BridgeStep = {}): Promise<void> {
  while ((await bridgeEvents(db(), { ...step, limit: 1 })).blocked) await sleep(5)
}

/** The posts of the deliveries in the order in which they are sent. */
async function queuedPosts(): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select e.subject_id as id from deliveries d join events e on e.position = d.event_position and e.id = d.event_id
      where d.organization_id = $1 order by d.due_at, d.event_position, d.event_id`,
    [tenant.organization.id],
  )
  return rows.map(({ id }) => id)
}

test('an event waits behind earlier ones that were put aside, also in a process that has put nothing aside', async () => {
  await bridge()
  const first = await createPost(app, tenant, 'first')
  await bridge({ aside: aside() })
  const second = await createPost(app, tenant, 'second')
  await bridge()
  expect(await queuedPosts()).toEqual([])
  expect(await queueUnqueued(db(), tenant.organization.id, 500)).toEqual({ queued: 2, events: 2 })
  const third = await createPost(app, tenant, 'third')
  await bridge()
  expect(await queuedPosts()).toEqual([first, second, third])
})

test('only events of the organization that has some put aside wait', async () => {
  const other = await createTenant(app)
  await createWebhook(app, other, { url: 'https://receiver.example/', events: ['post_created'] })
  await createPost(app, tenant)
  await bridge({ aside: aside() })
  await createPost(app, tenant)
  const post = await createPost(app, other)
  await bridge()
  expect(await queuedPosts()).toEqual([])
  tenant = other
  expect(await queuedPosts()).toEqual([post])
})

test('a process that saw the log before another put an event aside does not queue a later one', async () => {
  await bridge()
  const first = await createPost(app, tenant, 'first')
  const second = await createPost(app, tenant, 'second')
  const gate = await app.database.pool.connect()
  await gate.query('select pg_advisory_lock(1)')
  const late = bridgeEvents(gated.kysely)
  await expect.poll(waitingAtGate).toBe(true)
  await bridgeOne({ aside: aside() })
  await gate.query('select pg_advisory_unlock(1)')
  gate.release()
  expect((await late).queued).toBe(0)
  await bridge()
  expect(await queuedPosts()).toEqual([])
  await queueUnqueued(db(), tenant.organization.id, 500)
  expect(await queuedPosts()).toEqual([first, second])
})

async function waitingAtGate(): Promise<boolean> {
  const { rowCount } = await app.database.pool.query(
    `select from pg_locks where locktype = 'advisory' and objid = 1 and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return (rowCount ?? 0) > 0
}

test('what was put aside is queued by one process at a time, so that none overtakes another', async () => {
  await bridge()
  const posts: number[] = []
  for (let index = 0; index < 4; index++) posts.push(await createPost(app, tenant, `wish ${index}`))
  await bridge({ aside: aside() })
  const { pool } = app.database
  await pool.query(`create function wait_for_test() returns trigger language plpgsql as $$ begin
      if new.event_id = (select min(id) from events where organization_id = new.organization_id) then
        perform pg_advisory_xact_lock_shared(1);
      end if;
      return new; end $$;
    create trigger wait_for_test before insert on deliveries for each row execute function wait_for_test()`)
  const gate = await pool.connect()
  await gate.query('select pg_advisory_lock(1)')
  const first = queueUnqueued(db(), tenant.organization.id, 2)
  await expect.poll(waitingAtGate).toBe(true)
  const second = await queueUnqueued(db(), tenant.organization.id, 2)
  expect(second).toEqual({ queued: 0, events: 0 })
  expect(await queuedPosts()).toEqual([])
  await gate.query('select pg_advisory_unlock(1)')
  gate.release()
  expect(await first).toEqual({ queued: 2, events: 2 })
  await pool.query('drop trigger wait_for_test on deliveries')
  await queueUnqueued(db(), tenant.organization.id, 2)
  expect(await queuedPosts()).toEqual(posts)
})

test('finding the organizations that have events put aside costs one look into the index each', async () => {
  const { pool } = app.database
  await pool.query(`delete from unqueued_events;
    insert into unqueued_events select organization, position, position, now()
      from generate_series(1, 3) organization, generate_series(1, 30000) position;
    analyze unqueued_events`)
  expect(await organizationsAside(db())).toEqual([1, 2, 3])
  const statements: string[] = []
  const watched = await openDatabase({
    url: app.database.url,
    max: 1,
    onStatement: (text) => statements.push(text),
  })
  await organizationsAside(watched.kysely)
  await watched.close()
  const text = statements.find((each) => each.includes('unqueued_events')) ?? ''
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
    `explain (analyze, buffers, format json) ${text}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan as Record<string, number>
  expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(60)
  await pool.query('delete from unqueued_events')
})
