import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds, startPublishers, type Publishers } from '../support/publishers.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenants: Tenant[]
let publishers: Publishers
/** Log of all publishers. */
let lines: Publishers['lines']

beforeAll(async () => {
  publishers = startPublishers(app.database.url)
  lines = publishers.lines
  tenants = [await createTenant(app), await createTenant(app)]
})
beforeEach(async () => {
  lines.length = 0
  await app.database.pool.query('delete from changelogs')
})
afterEach(() => publishers.stop())

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

/** Schedules an entry for soon and withdraws it before its time, as often as that is too late. */
async function scheduleAndWithdraw(): Promise<number> {
  for (;;) {
    const [id = 0] = await schedule(1, 1_000)
    const { rowCount } = await app.database.pool.query(
      'update changelogs set scheduled_at = null where id = $1 and published_at is null',
      [id],
    )
    if (rowCount === 1) return id
    await app.database.pool.query('delete from changelogs where id = $1', [id])
    lines.length = 0
  }
}

const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition).toBe(true)
const published = () =>
  app.services.db
    .selectFrom('changelogs')
    .selectAll()
    .where('publishedAt', 'is not', null)
    .orderBy('id')
    .execute()
const loggedIds = () =>
  lines.flatMap(({ changelogId }) => changelogId ?? []).sort((one, other) => one - other)

test('four schedulers publish each of 20 entries due at once exactly once, and not before its time', async () => {
  await Promise.all([publishers.start(), publishers.start(), publishers.start(), publishers.start()])
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

test('a publisher that starts late publishes all overdue entries at once, more than one batch', async () => {
  const ids = await schedule(250, -60_000)
  await publishers.start()
  await until(async () => (await published()).length === 250)
  await until(() => lines.length === 250)
  expect(loggedIds()).toEqual(ids)
})

test('keeps entries that are not due, drafts, and entries withdrawn in time', async () => {
  const [later, draft] = await schedule(2, 3_600_000)
  const update = (id: number | undefined, scheduledAt: Date | null) =>
    app.services.db.updateTable('changelogs').set({ scheduledAt }).where('id', '=', Number(id)).execute()
  await update(draft, null)
  await publishers.start({ intervalMs: 50 })
  const back = await scheduleAndWithdraw()
  const last = await schedule(1, 1_500)
  await until(() => lines.length > 0)
  for (const id of [later, draft, back]) expect(last).not.toContain(id)
  expect((await published()).map(({ id }) => id)).toEqual(last)
  expect(loggedIds()).toEqual(last)
})

test('an entry locked by another transaction waits for it, and the others do not', async () => {
  const [held, ...others] = await schedule(5, -1000)
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query('select from changelogs where id = $1 for update', [held])
  await publishers.start({ intervalMs: 100 })
  await until(async () => (await published()).length === 4)
  expect((await published()).map(({ id }) => id)).toEqual(others)
  await client.query('commit')
  client.release()
  await until(async () => (await published()).length === 5)
})

test('logs a failing database once and continues', async () => {
  const publisher = await publishers.start({ intervalMs: 50 })
  await app.database.pool.query('alter table changelogs rename to away')
  await until(() => lines.some(({ level }) => level === 'error'))
  await rounds(publisher, 3)
  await app.database.pool.query('alter table away rename to changelogs')
  const ids = await schedule(1, -1000)
  await until(async () => (await published()).length === 1)
  await until(() => lines.some(({ msg }) => msg.endsWith('works again')))
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  expect(loggedIds()).toEqual(ids)
})

test('a stopped publisher does nothing more', async () => {
  const publisher = await publishers.start({ intervalMs: 50 })
  await rounds(publisher, 2)
  await publisher.stop()
  const uses = publisher.uses()
  const other = await publishers.start({ intervalMs: 50 })
  const ids = await schedule(1, -1000)
  await rounds(other, 5)
  expect(publisher.uses()).toBe(uses)
  expect(loggedIds()).toEqual(ids)
})

test('stopping does not wait for the interval', async () => {
  const publisher = await publishers.start({ intervalMs: 3_600_000 })
  await until(() => publisher.uses() > 0)
  await expect(publisher.stop()).resolves.toBeUndefined()
})

test('publishes an entry scheduled through REST', async () => {
  const [tenant] = tenants as [Tenant]
  await publishers.start()
  const { body } = await app.call('POST', '/api/v3/changelogs', {
    headers: tenant.keyAndAdmin,
    body: { title: 'Soon', scheduled_published_at: new Date(Date.now() + 3_600_000).toISOString() },
  })
  const [{ id, published: before }] = body.changelogs
  expect(before).toBe(false)
  await app.database.pool.query('update changelogs set scheduled_at = now() where id = $1', [id])
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
  await publishers.start({ intervalMs: 50 })
  await until(async () => (await published()).length === 4)
  const [later] = await schedule(1, -1000)
  await until(async () => (await published()).length === 5)
  expect(loggedIds()).toEqual([refused, ...others, later].sort((one, other) => Number(one) - Number(other)))
  expect(lines.filter(({ level }) => level === 'error').map(({ changelogId }) => changelogId)).toEqual([
    refused,
  ])
  await app.database.pool.query('drop trigger refuse on changelogs')
  await until(async () => (await published()).length === 6)
})
