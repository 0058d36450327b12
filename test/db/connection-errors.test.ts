import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { DatabaseTimeout } from '../../src/db/deadline.ts'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { UNREACHABLE_CAUSES, type UnreachableCause } from '../../src/db/errors/unreachable-causes.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { startDatabaseProxy } from '../support/faults/database-proxy.ts'
import { POOLER, SERVER, TEXTS, VALUES, type Sample } from '../support/faults/unreachable-samples.ts'
import { startRefusingServer, type Refusal } from '../support/faults/refusing-server.ts'

let database: TestDatabase
const open: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
afterAll(async () => {
  await database.drop()
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** The errors of a statement through each client of the database. */
const failures = (db: Database, statement: string): Promise<unknown[]> =>
  Promise.all([
    failureOf(sql.raw(statement).execute(db.kysely)),
    failureOf(db.kysely.transaction().execute((tx) => sql.raw(statement).execute(tx))),
  ])

const raising = ([code, message]: Sample) =>
  `do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`

test.each([...SERVER, ...POOLER])(
  '%s %s in a response means that the database is unavailable',
  async (...sample) => {
    const errors = await failures(database, raising(sample))
    expect(errors.map(isConnectionError)).toEqual([true, true])
  },
)

test.each<Refusal>([
  ...[...SERVER, ...POOLER]
    .filter(([code]) => /^(08|25006|28|3D|53|57P)/.test(code))
    .map(([code, message]) => ({ code, message })),
  'reset',
  'close',
])('a login rejected with %j means that the database is unavailable', async (refusal) => {
  const refusing = await startRefusingServer(refusal)
  open.push(refusing.close)
  const proxy = await startDatabaseProxy(database.url)
  open.push(proxy.close)
  const away = await openDatabase({ url: proxy.url, max: 2 })
  open.push(away.close)
  proxy.switchTo(refusing.url)
  const errors = await failures(away, 'select 1')
  expect(errors.map((error) => [error instanceof Error, isConnectionError(error)])).toEqual(
    errors.map(() => [true, true]),
  )
})

test('a server that is silent, without TLS, or absent means that the database is unavailable', async () => {
  const silent = await startRefusingServer('no answer')
  const plain = await startRefusingServer('no tls')
  open.push(silent.close, plain.close)
  const gone = await startRefusingServer('close')
  await gone.close()
  const connect = (config: pg.ClientConfig) => {
    const client = new pg.Client(config)
    client.on('error', () => {})
    return failureOf(client.connect())
  }
  const errors = await Promise.all([
    connect({ connectionString: silent.url, connectionTimeoutMillis: 100 }),
    connect({ connectionString: plain.url, ssl: { rejectUnauthorized: false } }),
    connect({ connectionString: gone.url }),
    connect({ host: 'nowhere.invalid', user: 'nobody', password: 'none' }),
  ])
  expect(errors.map((error) => [String(error), isConnectionError(error)])).toEqual(
    errors.map((error) => [String(error), true]),
  )
})

test('a pool without a free connection means that the database is unavailable', async () => {
  const full = await openDatabase({ url: database.url, max: 1, timeoutMs: 800 })
  open.push(full.close)
  const client = await vi.waitUntil(() => full.pool.connect().catch(() => null), DEADLINE_MS)
  const error = await failureOf(sql`select 1`.execute(full.kysely))
  client.release()
  expect(isConnectionError(error)).toBe(true)
})

test.each([...VALUES, ...TEXTS, new DatabaseTimeout(1)])(
  '%j means that the database is unavailable',
  (error) => {
    expect(isConnectionError(error)).toBe(true)
    expect(isConnectionError(new Error('outer', { cause: error }))).toBe(true)
    expect(isConnectionError(new AggregateError([new Error('other'), error]))).toBe(true)
  },
)

test.each<Sample>([
  ['08P01', 'bind message supplies 1 parameters, but prepared statement "" requires 2'],
  ['22P02', 'invalid input syntax for type integer'],
  ['23505', 'duplicate key value violates unique constraint'],
  ['42601', 'syntax error at or near "kill"'],
  ['57014', 'canceling statement due to user request'],
  ['P0001', 'query_wait_timeout'],
])('%s %s is not a sign of an unavailable database', async (...sample) => {
  const errors = await failures(database, raising(sample))
  expect(errors.map((error) => [error instanceof Error, isConnectionError(error)])).toEqual(
    errors.map(() => [true, false]),
  )
})

test.each([
  null,
  undefined,
  'ECONNRESET',
  new Error('unexpected'),
  { code: 'ENOENT', message: 'ENOENT: no such file or directory, open' },
])('%j is not an error of the database', (error) => expect(isConnectionError(error)).toBe(false))

test('every entry of the table has a sample', () => {
  const messageOf = (value: object) => (value as { message?: string }).message ?? ''
  const codeOf = (value: object) => (value as { code?: string }).code
  const samples = [
    ...[...SERVER, ...POOLER].map(([code, message]) => ({ code, message })),
    ...[...VALUES, ...TEXTS].map((value) => ({ code: codeOf(value), message: messageOf(value) })),
    // Provoked by the tests above.
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].map((code) => ({ code, message: '' })),
    ...[
      'Connection terminated unexpectedly',
      'timeout exceeded when trying to connect',
      'The server does not support SSL connections',
    ].map((message) => ({ code: undefined, message })),
  ]
  const fits = ({ code, text }: UnreachableCause, sample: { code: string | undefined; message: string }) =>
    (code === undefined || code === sample.code) && (text === undefined || text.test(sample.message))
  expect(UNREACHABLE_CAUSES.filter((cause) => !samples.some((sample) => fits(cause, sample)))).toEqual([])
})
