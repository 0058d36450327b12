import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Sequencer } from '../../src/events/sequencer.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { numberEvents } from '../../src/modules/events/number-events.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
/** More than are numbered at a time. */
const TENANTS = 12
const POSTS = 2
let tenants: Tenant[]
let webhooks: number[]
let sequencer: Sequencer | undefined
/** Codes with which transactions failed. */
let failures: string[]

beforeAll(async () => {
  // The test numbers events itself.
  await app.services.sequencer.close()
})
beforeEach(async () => {
  tenants = []
  webhooks = []
  failures = []
  for (let count = 0; count < TENANTS; count++) {
    const tenant = await createTenant(app)
    tenants.push(tenant)
    const { id } = await createWebhook(app, tenant, {
      url: 'https://receiver.example/',
      events: ['post_created'],
    })
    webhooks.push(id)
    for (let post = 0; post < POSTS; post++) await createPost(app, tenant)
  }
})
afterEach(() => sequencer?.close())

/** Starts numbering, which finds all events of the tenants at once. */
function start(): void {
  const { db, notifications } = app.services
  sequencer = new Sequencer({
    db,
    notifications,
    log: createLogger('silent'),
    number(organizationId, step) {
      const numbered = numberEvents(db, organizationId, step)
      numbered.catch(({ code }: { code: string }) => failures.push(code))
      return numbered
    },
    onQueued: () => {},
  })
}

const idOf = (index: number) => tenants[index]?.organization.id ?? NaN

/** Returns the numbers of queued deliveries of all tenants. */
async function queued(): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: number; count: number }>(
    'select organization_id as id, count(*)::int as count from deliveries where organization_id = any($1) group by 1',
    [tenants.map(({ organization }) => organization.id)],
  )
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return tenants.map((_, index) => counts.get(idOf(index)) ?? 0)
}

/** Returns the tenants whose events have numbers with a gap, or lack some. */
async function incomplete(): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select organization_id as id from event_order where organization_id = any($1)
     group by 1 having max(number) - min(number) + 1 = count(*) and count(*) >= $2`,
    [tenants.map(({ organization }) => organization.id), POSTS],
  )
  return tenants.map((_, index) => idOf(index)).filter((id) => !rows.some((row) => row.id === id))
}

const all = (count: number) => tenants.map(() => count)

/** Runs code of PL/pgSQL before each delivery of some organizations is stored, while `work` runs. */
async function beforeDeliveries(code: string, organizationIds: number[], work: () => Promise<void>) {
  const { pool } = app.database
  await pool.query(
    `create function before_delivery() returns trigger language plpgsql as $$ begin ${code}; return new; end $$;
     create trigger before_delivery before insert on deliveries for each row
       when (new.organization_id in (${organizationIds.join(', ')})) execute function before_delivery()`,
  )
  try {
    await work()
  } finally {
    await sequencer?.close()
    await pool.query('drop trigger before_delivery on deliveries; drop function before_delivery')
  }
}

test('the events of many organizations are numbered and queued, without a gap', async () => {
  start()
  await expect.poll(queued).toEqual(all(POSTS))
  expect(await incomplete()).toEqual([])
  expect(failures).toEqual([])
})

test('an organization whose webhook is locked delays no other one', async () => {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from webhooks where organization_id = $1 and id = $2 for update', [
      idOf(5),
      webhooks[5],
    ])
    start()
    await expect.poll(queued).toEqual(all(POSTS).with(5, 0))
    await client.query('commit')
  } finally {
    client.release(true)
  }
  await expect.poll(queued).toEqual(all(POSTS))
  expect(await incomplete()).toEqual([])
})

test('an organization whose deliveries are rejected delays no other one, and its events are numbered', async () => {
  await beforeDeliveries(`raise exception 'rejected by the test'`, [idOf(3)], async () => {
    start()
    await expect.poll(queued).toEqual(all(POSTS).with(3, 0))
    await expect.poll(incomplete).toEqual([])
    expect(failures).not.toEqual([])
  })
})
