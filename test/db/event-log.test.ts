import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database, type Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { BEGINNING, type Cursor } from '../../src/events/cursor.ts'
import { readEvents } from '../../src/events/event-log.ts'
import { recordEvents } from '../../src/events/record.ts'
import { numberEvents } from '../../src/modules/events/number-events.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { createDatabase, TIMEOUT_MS, type TestDatabase } from '../support/database.ts'
import { createHeads, eventOf, readAll, record, subjectsOf } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let writers: Database
let db: Db

beforeAll(async () => {
  database = await createDatabase()
  writers = await openDatabase({ url: database.url, max: WRITERS, timeoutMs: TIMEOUT_MS })
  db = database.kysely
})
beforeEach(async () => {
  await sql`truncate events, event_order, event_box, event_heads`.execute(db)
  await createHeads(db, [1, 2])
})
afterAll(async () => {
  await writers.close()
  await database.drop()
})

const WRITERS = 16
const TRANSACTIONS = 8_000
const BATCH = 5
const ROLLED_BACK = 50

async function write(): Promise<void> {
  let begun = 0
  const writer = async () => {
    while (begun < TRANSACTIONS) {
      const number = begun++
      const work = inTransaction(writers.kysely, async (tx) => {
        await recordEvents(
          tx,
          Array.from({ length: BATCH }, () => eventOf(number)),
        )
        await sleep(Math.random() * 20)
        if (number % ROLLED_BACK === 0) throw new Error('rolled back')
      })
      await work.catch((error: Error) => expect(error.message).toBe('rolled back'))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

test('a reader misses no event and receives none twice while 16 writers commit in any order and three processes number', async () => {
  let writing = true
  const number = async () => {
    for (let more = true; more || writing;) {
      ;({ more } = await numberEvents(db, 1))
      if (!more) await sleep(2)
    }
  }
  const read: Cursor[] = []
  const follow = async () => {
    let cursor = BEGINNING
    for (let done = false; !done;) {
      const last = !writing
      if (last) await numberRecorded(db, 1)
      const { events, reachedPosition, more } = await readEvents(db, {
        organizationId: 1,
        after: cursor,
        limit: 500,
      })
      read.push(...events)
      cursor = reachedPosition
      done = last && !more
      if (!more) await sleep(2)
    }
  }
  const naive = new Set<number>()
  const followNaively = async () => {
    for (let last = 0; writing;) {
      const rows = await db.selectFrom('events').select('id').where('id', '>', last).orderBy('id').execute()
      for (const { id } of rows) naive.add(id)
      last = rows.at(-1)?.id ?? last
      await sleep(2)
    }
  }
  const reading = [follow(), followNaively(), number(), number(), number()]
  await write()
  writing = false
  await Promise.all(reading)
  const all = await db.selectFrom('events').select('id').orderBy('id').execute()
  expect(all).toHaveLength((TRANSACTIONS - TRANSACTIONS / ROLLED_BACK) * BATCH)
  expect(read.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(all.map(({ id }) => id))
  const first = read[0]?.position ?? 0
  expect(read.map(({ position }) => position)).toEqual(read.map((_, index) => first + index))
  // A reader that reads by ids alone misses events, which numbers prevent.
  expect(naive.size).toBeLessThan(all.length * 0.99)
})

test('a transaction that stays open delays its own events only', async () => {
  await inTransaction(writers.kysely, async (tx) => {
    await recordEvents(tx, [eventOf(1)])
    await record(writers.kysely, [2, 3])
    expect(subjectsOf(await readAll(db))).toEqual([2, 3])
  })
  expect(subjectsOf(await readAll(db))).toEqual([2, 3, 1])
})

test('events of one object are numbered in the order of its changes', async () => {
  const { pool } = database
  await pool.query('create table if not exists objects (id int primary key, changes int not null)')
  await pool.query('insert into objects values (1, 0)')
  const change = () =>
    inTransaction(writers.kysely, async (tx) => {
      const { rows } = await sql<{ changes: number }>`update objects set changes = changes + 1 where id = 1
        returning changes`.execute(tx)
      await recordEvents(tx, [eventOf(rows[0]?.changes ?? 0)])
    })
  const number = async () => {
    for (let times = 0; times < 40; times++) await numberEvents(db, 1, { limit: 3 })
  }
  await Promise.all([...Array.from({ length: 60 }, change), number(), number()])
  expect(subjectsOf(await readAll(db))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
})

test('a page ends at its limit and reports that more events follow', async () => {
  await record(db, [1, 2, 3])
  await readAll(db)
  const page = await readEvents(db, { organizationId: 1, after: BEGINNING, limit: 2 })
  expect([subjectsOf(page.events), page.more]).toEqual([[1, 2], true])
  const rest = await readEvents(db, {
    organizationId: 1,
    after: page.reachedPosition,
    limit: 2,
    types: ['post_updated'],
  })
  expect([subjectsOf(rest.events), rest.more]).toEqual([[3], false])
  const others = await readEvents(db, {
    organizationId: 1,
    after: BEGINNING,
    limit: 2,
    types: ['post_created'],
  })
  expect(others).toEqual({ events: [], reachedPosition: BEGINNING, more: false })
})

/** Records events about posts whose snapshots have `length` characters that do not compress. */
async function recordLarge(count: number, length: number): Promise<void> {
  for (let id = 1; id <= count; id++)
    await inTransaction(db, (tx) =>
      recordEvents(tx, [{ ...eventOf(id), snapshot: { id, text: randomBytes(length / 2).toString('hex') } }]),
    )
}

test('a page ends at its size, but has at least one event', async () => {
  await recordLarge(5, 3_000_000)
  await record(db, [6])
  await recordLarge(1, 9_000_000)
  await record(db, [7])
  await numberRecorded(db, 1)
  const pages: number[][] = []
  for (let after = BEGINNING, more = true; more;) {
    const page = await readEvents(db, { organizationId: 1, after, limit: 100 })
    pages.push(subjectsOf(page.events))
    ;({ reachedPosition: after, more } = page)
  }
  expect(pages).toEqual([[1, 2], [3, 4], [5, 6], [1], [7]])
})
