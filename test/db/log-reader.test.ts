import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BEGINNING } from '../../src/events/cursor.ts'
import { createLogReader } from '../../src/events/log-reader.ts'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { createDatabase, shareDatabase, type TestDatabase } from '../support/database.ts'
import { record, subjectsOf } from '../support/fixtures/log-events.ts'

const TIMEOUT_MS = 2_500
const EVENTS = [1, 2, 3, 4, 5, 6, 7, 8]
/** On a busy machine, further batches take too long. */
const MAX_READS = 40

let database: TestDatabase
let impatient: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  impatient = await shareDatabase(database, undefined, 2, TIMEOUT_MS)
})
afterAll(async () => {
  await impatient.close()
  await database.drop()
})

test('a batch that takes too long is halved until its events are read', async () => {
  await record(database.kysely, EVENTS)
  await numberRecorded(database.kysely, 1)
  const read = createLogReader(impatient.kysely, EVENTS.length)
  // All events together take 3.2 seconds.
  const only = sql<boolean>`pg_sleep(0.4) is not null`
  const found: number[] = []
  let failures = 0
  let after = BEGINNING
  for (let reads = 0; reads < MAX_READS && found.length < EVENTS.length; reads++)
    try {
      const page = await read({ organizationId: 1, after, only })
      found.push(...subjectsOf(page.events))
      after = page.reachedPosition
    } catch {
      failures++
    }
  expect(failures).toBeGreaterThan(0)
  expect(found).toEqual(EVENTS)
})

test('a reader of few events of many advances, although comparing all of them takes too long', async () => {
  const first = 100
  const last = 130
  const many = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  await record(database.kysely, many)
  await numberRecorded(database.kysely, 1)
  const read = createLogReader(impatient.kysely, EVENTS.length, 16)
  // All comparisons together take six seconds.
  const only = sql<boolean>`(subject_id = ${last} or (subject_id >= ${first} and pg_sleep(0.2) is null))`
  const found: number[] = []
  let after = BEGINNING
  let failures = 0
  let isMore = true
  for (let reads = 0; reads < 2 * MAX_READS && isMore; reads++)
    try {
      const page = await read({ organizationId: 1, after, only })
      found.push(...subjectsOf(page.events))
      after = page.reachedPosition
      isMore = page.more
    } catch {
      failures++
    }
  expect(failures).toBeGreaterThan(0)
  expect(found).toEqual([last])
  expect(isMore).toBe(false)
})
