import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { BEGINNING } from '../../src/events/cursor.ts'
import { readEvents } from '../../src/events/event-log.ts'
import { continuePositions } from '../../src/events/position.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { readAll, record, store, subjectsOf } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createDatabase()
  db = database.kysely
})
beforeEach(async () => {
  await sql`truncate events`.execute(db)
  await sql`update event_log set shift = 0, forgotten = 0`.execute(db)
  await sql`update bridge_cursor set position = 0`.execute(db)
})
afterAll(() => database.drop())

test('after a restore into a new cluster, old events are readable and new ones follow them', async () => {
  await store(db, [
    { position: 10 ** 12, subjectId: 1 },
    { position: 10 ** 12 + 7, subjectId: 2 },
  ])
  const lost = await readEvents(db, { after: BEGINNING, limit: 100 })
  expect([lost.events, lost.blocked]).toEqual([[], true])
  await Promise.all([continuePositions(db), continuePositions(db)])
  await record(db, [3])
  expect(subjectsOf(await readAll(db))).toEqual([1, 2, 3])
  const shift = async () => (await db.selectFrom('eventLog').select('shift').executeTakeFirstOrThrow()).shift
  const first = await shift()
  await continuePositions(db)
  expect(await shift()).toBe(first)
})

test('after such a restore, new events also follow the dropped and the delivered positions', async () => {
  await sql`update event_log set forgotten = ${10 ** 12}`.execute(db)
  await sql`update bridge_cursor set position = ${10 ** 12 + 7}`.execute(db)
  await continuePositions(db)
  const [event] = await record(db, [1])
  expect(event?.position).toBeGreaterThan(10 ** 12 + 7)
})

test('positions stay unchanged while the transaction counter continues', async () => {
  const [one] = await record(db, [1])
  await continuePositions(db)
  const [other] = await record(db, [2])
  expect((other?.position ?? 0) - (one?.position ?? 0)).toBeLessThan(10_000)
  expect((await db.selectFrom('eventLog').select('shift').executeTakeFirstOrThrow()).shift).toBe(0)
})
