import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { asBulk } from '../../src/db/deadline.ts'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { serverOfWorker } from '../support/database.ts'
import { startDatabaseProxy } from '../support/faults/database-proxy.ts'

let database: Database | undefined
afterEach(async () => {
  await database?.close()
  database = undefined
})

const open = async (max = 2) =>
  (database = await openDatabase({ url: serverOfWorker(), max, timeoutMs: 1_000 }))
const sleepAtServer = (db: Database, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db.kysely)
/** Waits until a connection is open, which has less than the deadline on a busy machine. */
const isConnected = (db: Database) => expect.poll(() => failureOf(sleepAtServer(db, 0))).toBe(null)
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a statement that exceeds its deadline fails, its connection is replaced, and bulk work may continue', async () => {
  const db = await open(1)
  await isConnected(db)
  const bulk = await asBulk(() => failureOf(sleepAtServer(db, 3)))
  expect(bulk).toBe(null)
  const error = await failureOf(sleepAtServer(db, 60))
  expect(String(error)).toContain('did not answer within 1000 ms')
  expect(isConnectionError(error)).toBe(true)
  await isConnected(db)
})

test('statements of a transaction share its deadline', async () => {
  const db = await open(1)
  const error = await failureOf(
    inTransaction(db.kysely, async (tx) => {
      for (let step = 0; step < 100; step++) await sql`select pg_sleep(0.3)`.execute(tx)
    }),
  )
  expect(isConnectionError(error)).toBe(true)
})

test('a response that waits to be read does not time out because the process was busy', async () => {
  const db = await open(1)
  await isConnected(db)
  const answer = sql`select 1 as one`.execute(db.kysely)
  await new Promise((resolve) => setImmediate(resolve))
  // Longer than the deadline: the timer fires before the response is read.
  for (const end = performance.now() + 2_500; performance.now() < end;);
  expect((await answer).rows).toEqual([{ one: 1 }])
})

test.each(['0s', '100ms', '11m', 'soon', '5s,6s'])('rejects DATABASE_TIMEOUT=%s', (DATABASE_TIMEOUT) => {
  expect(() => readConfig({ DATABASE_TIMEOUT })).toThrow(ConfigError)
  expect(() => readConfig({ DATABASE_TIMEOUT })).toThrow(
    /DATABASE_TIMEOUT must be a duration from 500ms to 10m/,
  )
})

test('DATABASE_TIMEOUT defaults to eight seconds', () => {
  expect([readConfig({}).databaseTimeout, readConfig({ DATABASE_TIMEOUT: '2m' }).databaseTimeout]).toEqual([
    8_000, 120_000,
  ])
})

test('an idle connection to a server that falls silent ends with its pool', async () => {
  const proxy = await startDatabaseProxy(serverOfWorker())
  const moved = await openDatabase({ url: proxy.url, max: 2, timeoutMs: 1_000 })
  await isConnected(moved)
  const ended = new Promise<void>((resolve) => moved.pool.once('remove', () => resolve()))
  proxy.silence()
  await moved.close()
  // Resolves when this side has closed the socket, regardless of the other side.
  await expect(ended).resolves.toBeUndefined()
  await proxy.close()
})
