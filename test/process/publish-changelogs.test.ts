import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { startChangelogPublisher, type ChangelogPublisher } from '../../src/server/jobs/publish-changelogs.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenants: Tenant[]
let running: ChangelogPublisher[] = []
let handles: Database[] = []
const lines: { level: string; msg: string; changelogId?: number }[] = []
const log = createLogger('info', {
  destination: { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
})

beforeAll(async () => {
  app = await startApp()
  tenants = [await createTenant(app), await createTenant(app)]
})
beforeEach(async () => {
  lines.length = 0
  await app.database.pool.query('delete from changelogs')
})
afterEach(async () => {
  await Promise.all(running.map((scheduler) => scheduler.stop()))
  await Promise.all(handles.map((handle) => handle.close()))
  running = []
  handles = []
})
afterAll(() => app.stop())

/** Entries of both organizations in turn, due `inMs` from now. */
async function schedule(count: number, inMs: number): Promise<number[]> {
  const at = new Date(Date.now() + inMs)
  const rows = Array.from({ length: count }, (_, index) => {
    const { organization, admin } = tenants[index % tenants.length] as Tenant
    return {
      organizationId: organization.id,
      slug: `news-${randomUUID()}`,
      title: 'News',
      authorId: admin.id,
      scheduledAt: at,
      createdAt: new Date(Date.now() - 60_000),
      updatedAt: new Date(Date.now() - 60_000),
    }
  })
  const stored = await app.services.db.insertInto('changelogs').values(rows).returning('id').execute()
  return stored.map(({ id }) => id)
}

/** Starts a scheduler with its own connections, as another process would have. */
async function start(options: { intervalMs?: number } = {}): Promise<ChangelogPublisher> {
  const handle = await openDatabase({ url: app.database.url, max: 2 })
  handles.push(handle)
  const scheduler = startChangelogPublisher({ db: handle.kysely, log, ...options })
  running.push(scheduler)
  return scheduler
}

const published = () =>
  app.services.db
    .selectFrom('changelogs')
    .selectAll()
    .where('publishedAt', 'is not', null)
    .orderBy('id')
    .execute()
const loggedIds = () =>
  lines.flatMap(({ changelogId }) => changelogId ?? []).sort((one, other) => one - other)

async function until(condition: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('four schedulers publish each of 20 entries due at once exactly once, and not before its time', async () => {
  await Promise.all([start(), start(), start(), start()])
  const due = Date.now() + 700
  const ids = await schedule(20, 700)
  await until(async () => (await published()).length === 20)
  const rows = await published()
  expect(rows.map(({ id }) => id)).toEqual(ids)
  for (const { publishedAt, scheduledAt, updatedAt } of rows) {
    expect(scheduledAt).toBeNull()
    expect(publishedAt?.getTime()).toBeGreaterThanOrEqual(due)
    expect(updatedAt).toEqual(publishedAt)
  }
  await until(() => lines.length >= 20)
  expect(loggedIds()).toEqual(ids)
  expect(await published()).toEqual(rows)
})

test('a scheduler that starts late publishes all overdue entries at once, more than one batch', async () => {
  const ids = await schedule(250, -60_000)
  await start()
  await until(async () => (await published()).length === 250)
  await until(() => lines.length === 250)
  expect(loggedIds()).toEqual(ids)
})

test('keeps entries that are not due, drafts, and entries withdrawn in time', async () => {
  const [later, draft, back] = await schedule(3, 1_500)
  const update = (id: number | undefined, scheduledAt: Date | null) =>
    app.services.db.updateTable('changelogs').set({ scheduledAt }).where('id', '=', Number(id)).execute()
  await update(later, new Date(Date.now() + 60_000))
  await update(draft, null)
  await start({ intervalMs: 50 })
  await update(back, null)
  const last = await schedule(1, 1_500)
  await until(() => lines.length > 0)
  expect((await published()).map(({ id }) => id)).toEqual(last)
  expect(loggedIds()).toEqual(last)
})

test('an entry locked by another transaction waits for it, and the others do not', async () => {
  const [held, ...others] = await schedule(5, -1000)
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query('select from changelogs where id = $1 for update', [held])
  await start({ intervalMs: 100 })
  await until(async () => (await published()).length === 4)
  expect((await published()).map(({ id }) => id)).toEqual(others)
  await client.query('commit')
  client.release()
  await until(async () => (await published()).length === 5)
})

test('logs a failing database once and continues', async () => {
  await start({ intervalMs: 50 })
  await app.database.pool.query('alter table changelogs rename to away')
  await until(() => lines.some(({ level }) => level === 'error'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await app.database.pool.query('alter table away rename to changelogs')
  const ids = await schedule(1, -1000)
  await until(async () => (await published()).length === 1)
  await until(() => lines.some(({ msg }) => msg.endsWith('works again')))
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  expect(loggedIds()).toEqual(ids)
})

test('a stopped scheduler publishes nothing more, and stopping does not wait for the interval', async () => {
  const scheduler = await start({ intervalMs: 60_000 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await scheduler.stop()
  await schedule(1, -1000)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await published()).toEqual([])
})

test('publishes an entry scheduled through REST', async () => {
  const [tenant] = tenants as [Tenant]
  await start()
  const { body } = await app.call('POST', '/api/v3/changelogs', {
    headers: tenant.keyAndAdmin,
    body: { title: 'Soon', scheduled_published_at: new Date(Date.now() + 600).toISOString() },
  })
  const [{ id, published: before }] = body.changelogs
  expect(before).toBe(false)
  await until(async () => (await published()).length === 1)
  const one = await app.call('GET', `/api/v3/changelogs/${id}`, { headers: tenant.key })
  expect(one.body.changelogs[0]).toMatchObject({ published: true, scheduled_published_at: null })
})

test('an entry that cannot be published is logged once and delays no other', async () => {
  const ids = await schedule(5, -1000)
  const [refused, ...others] = ids
  await app.database.pool.query(`create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused for the test'; end $$;
    create trigger refuse before update on changelogs for each row
      when (new.id = ${refused}) execute function refuse()`)
  await start({ intervalMs: 50 })
  await until(async () => (await published()).length === 4)
  const [later] = await schedule(1, -1000)
  await until(async () => (await published()).length === 5)
  expect(loggedIds()).toEqual([refused, ...others, later].sort((one, other) => Number(one) - Number(other)))
  expect(lines.filter(({ level }) => level === 'error').map(({ changelogId }) => changelogId)).toEqual([
    refused,
  ])
  await app.database.pool.query('drop trigger refuse on changelogs')
  await until(async () => (await published()).length === 6)
}, 30_000)
