import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database, type Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { BEGINNING, type Cursor } from '../../src/events/cursor.ts'
import { endOfLog, readEvents } from '../../src/events/event-log.ts'
import { recordEvents } from '../../src/events/record.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { eventOf, readAll, record, store, subjectsOf } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let writers: Database
let db: Db

beforeAll(async () => {
  database = await createDatabase()
  writers = await openDatabase({ url: database.url, max: WRITERS })
  db = database.kysely
})
beforeEach(async () => {
  await sql`truncate events`.execute(db)
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

test('a reader misses no event and receives none twice while 16 writers commit in any order', async () => {
  let writing = true
  const read: Cursor[] = []
  const follow = async () => {
    let cursor = BEGINNING
    let reachedAt: Date | undefined
    for (let done = false; !done;) {
      const last = !writing
      const { events, reachedPosition, more, blocked } = await readEvents(db, {
        after: cursor,
        limit: 500,
        reachedAt,
      })
      read.push(...events)
      cursor = reachedPosition
      reachedAt = events.at(-1)?.createdAt ?? reachedAt
      done = last && !more && !blocked
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
  const reading = [follow(), followNaively()]
  await write()
  writing = false
  await Promise.all(reading)
  const all = await db.selectFrom('events').select('id').orderBy('position').orderBy('id').execute()
  expect(all).toHaveLength((TRANSACTIONS - TRANSACTIONS / ROLLED_BACK) * BATCH)
  expect(read.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  // A reader that reads by ids alone misses events, which positions prevent.
  expect(naive.size).toBeLessThan(all.length * 0.99)
})

test('an event is blocked by a transaction that began to write before it, and returned after that ends', async () => {
  const before = await endOfLog(db)
  await inTransaction(writers.kysely, async (tx) => {
    await recordEvents(tx, [eventOf(1)])
    await record(writers.kysely, [2, 3])
    const held = await readEvents(db, { after: BEGINNING, limit: 100 })
    expect(held).toEqual({ events: [], reachedPosition: BEGINNING, more: false, blocked: true })
    const other = await readEvents(db, { after: BEGINNING, limit: 100, organizationId: 2 })
    expect(other.blocked).toBe(false)
    const [stored] = await db.selectFrom('events').select('position').execute()
    expect((await endOfLog(db)).position).toBeLessThan(stored?.position ?? 0)
  })
  expect(subjectsOf(await readAll(db))).toEqual([1, 2, 3])
  expect(subjectsOf(await readAll(db, before))).toEqual([1, 2, 3])
})

test('a page ends at its limit and reports that more events follow', async () => {
  await record(db, [1, 2, 3])
  await readAll(db)
  const page = await readEvents(db, { after: BEGINNING, limit: 2 })
  expect([subjectsOf(page.events), page.more]).toEqual([[1, 2], true])
  const rest = await readEvents(db, { after: page.reachedPosition, limit: 2, types: ['post_updated'] })
  expect([subjectsOf(rest.events), rest.more]).toEqual([[3], false])
  const others = await readEvents(db, { after: BEGINNING, limit: 2, types: ['post_created'] })
  expect(others).toEqual({ events: [], reachedPosition: BEGINNING, more: false, blocked: false })
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
  const pages: number[][] = []
  for (let after = BEGINNING, more = true; more;) {
    const page = await readEvents(db, { after, limit: 100 })
    pages.push(subjectsOf(page.events))
    ;({ reachedPosition: after, more } = page)
  }
  expect(pages).toEqual([[1, 2], [3, 4], [5, 6], [1], [7]])
})

test('a page of events without a stored size is bounded', async () => {
  await store(
    db,
    Array.from({ length: 200 }, (_, index) => ({ position: index + 1, subjectId: index })),
  )
  const page = await readEvents(db, { after: BEGINNING, limit: 500 })
  expect([page.events.length, page.more]).toEqual([80, true])
})

test('blocked events are not read', async () => {
  await inTransaction(writers.kysely, async (tx) => {
    await recordEvents(tx, [eventOf(1)])
    await recordLarge(2, 6_000_000)
    const { pool } = database
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: { bytesRead: number } } }).connection
    // The pool gives the connection that was released last to the reads.
    client.release()
    const before = stream.bytesRead
    for (let read = 0; read < 3; read++)
      expect(await readEvents(db, { after: BEGINNING, limit: 500 })).toMatchObject({
        events: [],
        blocked: true,
      })
    expect(stream.bytesRead).toBeGreaterThan(before)
    expect(stream.bytesRead - before).toBeLessThan(1_000_000)
  })
})
