import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database, type Db } from '../../src/db/database.ts'
import { createPartitions, PARTITIONED } from '../../src/db/history/partitions.ts'
import { readForgotten } from '../../src/events/heads.ts'
import { applyRetention } from '../../src/events/retention.ts'
import { createDatabase, TIMEOUT_MS, type TestDatabase } from '../support/database.ts'
import { readAll, record, store, subjectsOf } from '../support/fixtures/log-events.ts'

const DAY_MS = 86_400_000
const RETENTION_MS = 30 * DAY_MS
const NOW = new Date()
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let database: TestDatabase
let other: Database
let db: Db

beforeAll(async () => {
  database = await createDatabase()
  other = await openDatabase({ url: database.url, max: 2, timeoutMs: TIMEOUT_MS })
  db = database.kysely
})
beforeEach(async () => {
  for (const name of await parts()) await sql`drop table ${sql.table(name)}`.execute(db)
  for (const table of PARTITIONED) await sql`truncate ${sql.table(table)}`.execute(db)
  await sql`delete from event_heads`.execute(db)
  await sql`delete from event_box`.execute(db)
})
afterAll(async () => {
  await other.close()
  await database.drop()
})

/** The names of the weekly partitions. */
async function parts(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('event_order'::regclass, 'events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass)
      and inhrelid::regclass::text not like '%other' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

const partitionOf = async (subjectId: number) => {
  const { rows } = await sql<{ part: string }>`select tableoid::regclass::text as part from events
    where subject_id = ${subjectId}`.execute(db)
  return rows[0]?.part
}

const deliveryAt = (createdAt: Date, id: number) => ({
  organizationId: 1,
  webhookId: 1,
  eventPosition: id,
  eventId: id,
  eventType: 'post_created',
  dueAt: createdAt,
  createdAt,
})
const attemptAt = (createdAt: Date, deliveryId: number) => ({
  organizationId: 1,
  webhookId: 1,
  deliveryId,
  number: 1,
  outcome: 'delivered' as const,
  durationMs: 1,
  createdAt,
})

test('two concurrent processes create partitions for this week and the next three, which receive events', async () => {
  await Promise.all([createPartitions(db, NOW), createPartitions(other.kysely, NOW)])
  const made = await parts()
  expect(made).toHaveLength(4 * PARTITIONED.length)
  await createPartitions(db, NOW)
  expect(await parts()).toEqual(made)
  await record(db, [1])
  expect(await partitionOf(1)).toBe(made.find((name) => name.startsWith('events_')))
})

test('a week that has rows before its partition is created keeps them in the default partition', async () => {
  await record(db, [1])
  await createPartitions(db, NOW)
  expect(await parts()).toHaveLength(4 * PARTITIONED.length - 1)
  await record(db, [2])
  expect([await partitionOf(1), await partitionOf(2)]).toEqual(['events_other', 'events_other'])
  expect(subjectsOf(await readAll(db))).toEqual([1, 2])
})

test('weeks that ended over 30 days ago are dropped, and the log reports the highest dropped position', async () => {
  await createPartitions(db, daysAgo(70))
  await createPartitions(db, NOW)
  await store(db, [
    { position: 1, subjectId: 70, createdAt: daysAgo(70) },
    { position: 2, subjectId: 60, createdAt: daysAgo(60) },
    { position: 3, subjectId: 29, createdAt: daysAgo(29) },
    { position: 4, subjectId: 0, createdAt: NOW },
  ])
  expect(await partitionOf(70)).toMatch(/^events_\d{8}$/)
  expect(await readForgotten(db, 1)).toBe(0)
  await applyRetention(db, NOW, RETENTION_MS)
  expect(subjectsOf(await readAll(db))).toEqual([29, 0])
  expect(await readForgotten(db, 1)).toBe(2)
  expect(await parts()).toHaveLength(4 * PARTITIONED.length)
})

test('rows of the default partition are deleted after 30 days, in each table', async () => {
  await store(db, [
    { position: 5, subjectId: 31, createdAt: daysAgo(31) },
    { position: 6, subjectId: 29, createdAt: daysAgo(29) },
  ])
  const days = [31, 29]
  await db
    .insertInto('deliveries')
    .values(days.map((day) => deliveryAt(daysAgo(day), day)))
    .execute()
  await db
    .insertInto('deliveryAttempts')
    .values(days.map((day) => attemptAt(daysAgo(day), day)))
    .execute()
  await applyRetention(db, NOW, RETENTION_MS)
  expect(subjectsOf(await readAll(db))).toEqual([29])
  expect(await readForgotten(db, 1)).toBe(5)
  expect(await db.selectFrom('deliveries').select('eventId').execute()).toEqual([{ eventId: 29 }])
  expect(await db.selectFrom('deliveryAttempts').select('deliveryId').execute()).toEqual([{ deliveryId: 29 }])
})

test('a shorter retention drops what a longer one kept, and a longer one keeps the rest', async () => {
  await createPartitions(db, daysAgo(70))
  await store(db, [
    { position: 1, subjectId: 70, createdAt: daysAgo(70) },
    { position: 2, subjectId: 20, createdAt: daysAgo(20) },
    { position: 3, subjectId: 5, createdAt: daysAgo(5) },
  ])
  await applyRetention(db, NOW, 90 * DAY_MS)
  expect(subjectsOf(await readAll(db))).toEqual([70, 20, 5])
  await applyRetention(db, NOW, 10 * DAY_MS)
  expect(subjectsOf(await readAll(db))).toEqual([5])
  await applyRetention(db, NOW, 90 * DAY_MS)
  expect(subjectsOf(await readAll(db))).toEqual([5])
  expect(await readForgotten(db, 1)).toBe(2)
})

test('several processes apply the retention concurrently', async () => {
  await createPartitions(db, daysAgo(90))
  await store(db, [{ position: 9, subjectId: 90, createdAt: daysAgo(90) }])
  await Promise.all([
    applyRetention(db, NOW, RETENTION_MS),
    applyRetention(other.kysely, NOW, RETENTION_MS),
    applyRetention(db, NOW, RETENTION_MS),
  ])
  expect(await parts()).toHaveLength(4 * PARTITIONED.length)
  expect(await readForgotten(db, 1)).toBe(9)
})

test('a long read of the order alone delays the deletion of the events too, so that no reader misses them', async () => {
  await createPartitions(db, daysAgo(70))
  await store(db, [{ position: 1, subjectId: 70, createdAt: daysAgo(70) }])
  await other.kysely.transaction().execute(async (backup) => {
    await sql`select count(*) from event_order`.execute(backup)
    await applyRetention(db, NOW, RETENTION_MS)
    expect(subjectsOf(await readAll(db))).toEqual([70])
  })
  await applyRetention(db, NOW, RETENTION_MS)
  expect(await readForgotten(db, 1)).toBe(1)
})

test('a long read of the log delays the deletion of old weeks, but no writer', async () => {
  await createPartitions(db, daysAgo(70))
  await store(db, [{ position: 1, subjectId: 70, createdAt: daysAgo(70) }])
  const before = await parts()
  await other.kysely.transaction().execute(async (backup) => {
    await sql`select count(*) from event_order, events`.execute(backup)
    const kept = applyRetention(db, NOW, RETENTION_MS)
    // The writer does not wait for the end of the backup.
    await record(db, [1])
    await kept
    expect(await parts()).toEqual(expect.arrayContaining(before.filter((name) => name.startsWith('events'))))
    expect(await readForgotten(db, 1)).toBe(0)
  })
  await applyRetention(db, NOW, RETENTION_MS)
  expect(await readForgotten(db, 1)).toBe(1)
})
