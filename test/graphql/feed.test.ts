import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { Notifications } from '../../src/db/history/notifications.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { cursorAfter } from '../../src/events/cursor.ts'
import type { EventRow } from '../../src/events/event-row.ts'
import { createFeed, type Feed } from '../../src/events/feed.ts'
import { recordEvents } from '../../src/events/record.ts'
import { Sequencer } from '../../src/events/sequencer.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { numberEvents } from '../../src/modules/events/number-events.ts'
import { currentHead } from '../../src/modules/events/current-head.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  createHeads,
  eventOf,
  killConnections,
  record,
  subjectsOf,
  until,
} from '../support/fixtures/log-events.ts'

const [ONE, OTHER] = [1, 2]
/** A poll interval longer than the test. */
const NEVER_MS = 3_600_000

let database: TestDatabase
let reading: Database
let notifications: Notifications
let feed: Feed
let sequencer: Sequencer

beforeAll(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'feed')
  reading = await openDatabase({ url: url.href, max: 2 })
  notifications = new Notifications(reading.pool)
  await createHeads(database.kysely, [ONE, OTHER])
  const { kysely: db } = database
  sequencer = new Sequencer({
    db,
    notifications,
    log: createLogger('silent'),
    number: (organizationId, step) => numberEvents(db, organizationId, step),
    onQueued: () => {},
  })
})
afterEach(() => feed.close())
afterAll(async () => {
  await sequencer.close()
  await notifications.close()
  await reading.close()
  await database.drop()
})

const start = (pollMs?: number) => {
  feed = createFeed({ db: reading.kysely, notifications, log: createLogger('silent'), pollMs })
}

async function follow(organizationId: number) {
  const received: EventRow[] = []
  const { last } = await currentHead(database.kysely, organizationId)
  return { received, end: feed.subscribe(organizationId, (event) => received.push(event), cursorAfter(last)) }
}

/** Runs eight concurrent writers that commit in any order, each for both organizations. */
async function write(transactions: number): Promise<void> {
  const writer = async () => {
    for (let count = 0; count < transactions; count++)
      await inTransaction(database.kysely, async (tx) => {
        await recordEvents(tx, [eventOf(count, ONE), eventOf(count, OTHER), eventOf(count, ONE)])
        await sleep(Math.random() * 5)
      })
  }
  await Promise.all(Array.from({ length: 8 }, writer))
}

/** Expects the organization's last `count` events, in the log's order, each once. */
async function expectAll(received: EventRow[], organizationId: number, count: number): Promise<void> {
  await until(() => received.length >= count)
  const ids = await database.kysely
    .selectFrom('eventOrder')
    .select('eventId as id')
    .where('organizationId', '=', organizationId)
    .orderBy('number')
    .execute()
  expect(received.map(({ id }) => id)).toEqual(ids.slice(-count).map(({ id }) => id))
}

test("listeners receive their organization's events only, in order, each once", async () => {
  start()
  const followers = [await follow(ONE), await follow(ONE), await follow(OTHER)]
  await write(25)
  const [first, second, third] = followers.map(({ received }) => received)
  await expectAll(first ?? [], ONE, 400)
  await expectAll(second ?? [], ONE, 400)
  await expectAll(third ?? [], OTHER, 200)
})

test('a listener receives the events stored after it was added, until it is removed', async () => {
  start()
  await record(database.kysely, [1])
  expect(feed.position(ONE)).toBeNull()
  const { received, end } = await follow(ONE)
  const other = await follow(ONE)
  await record(database.kysely, [2, 3])
  await until(() => received.length === 2)
  end()
  await record(database.kysely, [4])
  await until(() => other.received.length === 3)
  expect([subjectsOf(received), subjectsOf(other.received)]).toEqual([
    [2, 3],
    [2, 3, 4],
  ])
})

test('the feed continues at its position after its connections were killed', async () => {
  start()
  const { received } = await follow(ONE)
  const writing = write(150)
  for (let kills = 0; kills < 3;) {
    await sleep(20)
    if ((await killConnections(database.kysely, 'feed')) > 0) kills++
  }
  await writing
  await record(database.kysely, [1])
  await expectAll(received, ONE, 2401)
})

test('a notification makes the feed read an event, without a poll', async () => {
  start(NEVER_MS)
  const { received } = await follow(ONE)
  for (let count = 1; count <= 20; count++) {
    await record(database.kysely, [count])
    await expect.poll(() => received.length).toBe(count)
  }
})
