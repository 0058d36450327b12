import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { HEAD_LINEAGE } from '../../src/events/heads.ts'
import { currentHead } from '../../src/modules/events/current-head.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { createHeads, readAll, record } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createDatabase()
  db = database.kysely
})
beforeEach(async () => {
  await sql`truncate events, event_order, event_box, event_heads`.execute(db)
  await createHeads(db, [1, 2])
})
afterAll(() => database.drop())

test('the head is at the end of the events recorded before, and moves only with events', async () => {
  const [one] = await Promise.all([currentHead(db, 1), currentHead(db, 2)])
  await record(db, [1, 2])
  const { last } = await currentHead(db, 1)
  expect((await readAll(db)).map(({ position }) => position)).toEqual([one.last + 1, one.last + 2])
  expect(last).toBe(one.last + 2)
  expect((await currentHead(db, 1)).last).toBe(last)
})

test('histories that continue the same one give different numbers', async () => {
  await record(db, [1])
  // The former history has just given a number.
  const last = Date.now() * 1_000
  /** Restores the head and records two events. Returns the end of the log before them, and their numbers. */
  const restore = async (end: number) => {
    await sql`update event_heads set last = ${end}, lineage = 'lost'`.execute(db)
    const head = await currentHead(db, 1)
    const earlier = new Set((await readAll(db)).map(({ position }) => position))
    await record(db, [2])
    await record(db, [3])
    const numbers = (await readAll(db)).map(({ position }) => position).filter((one) => !earlier.has(one))
    return { end: head.last, numbers }
  }
  const [lost, restored] = [await restore(last), await restore(last)]
  // Clients that have seen lost events can resume before the next one is numbered.
  expect(restored.end).toBeGreaterThan(lost.numbers.at(-1) ?? Infinity)
  expect(restored.numbers[0]).toBeGreaterThan(restored.end)
  expect(restored.numbers).toEqual([restored.numbers[0], (restored.numbers[0] ?? 0) + 1])
  // The clock of the server is behind that of the former one.
  const ahead = (restored.numbers.at(-1) ?? 0) + 3_600_000_000
  const { end, numbers } = await restore(ahead)
  expect(end).toBe(ahead + 1_000_000)
  expect(numbers).toEqual([end + 1, end + 2])
})

test('a restore that recreates the tables in the same cluster is another history', async () => {
  const lineage = async () =>
    (await sql<{ lineage: string }>`select ${HEAD_LINEAGE} as lineage`.execute(db)).rows[0]
  const before = await lineage()
  expect(await lineage()).toEqual(before)
  await sql`create table restored (like event_heads including all)`.execute(db)
  await sql`drop table event_heads`.execute(db)
  await sql`alter table restored rename to event_heads`.execute(db)
  expect(await lineage()).not.toEqual(before)
})
