import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { DatabaseTimeout } from '../../src/db/deadline.ts'
import { isUnreachable } from '../../src/db/is-unreachable.ts'
import { UNREACHABLE_CAUSES, type UnreachableCause } from '../../src/db/unreachable-causes.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { startRefusingServer, type Refusal } from '../support/refusing-server.ts'

type Sample = readonly [code: string, message: string]

/** As PostgreSQL words them. */
const SERVER: Sample[] = [
  ['08000', 'connection exception'],
  ['08001', 'could not connect to server "other"'],
  ['08003', 'connection does not exist'],
  ['08004', 'the server rejected the connection'],
  ['08006', 'connection to client lost'],
  ['08007', 'transaction resolution unknown'],
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  ['25P04', 'terminating connection due to transaction timeout'],
  ['26000', 'prepared statement "s_1" does not exist'],
  ['28000', 'role "echolog" is not permitted to log in'],
  ['28P01', 'password authentication failed for user "echolog"'],
  ['3D000', 'database "echolog" does not exist'],
  ['40001', 'could not serialize access due to concurrent update'],
  ['40P01', 'deadlock detected'],
  ['42P05', 'prepared statement "s_1" already exists'],
  ['53000', 'insufficient resources'],
  ['53100', 'could not extend file "base/1/2"'],
  ['53200', 'out of memory'],
  ['53300', 'sorry, too many clients already'],
  ['53400', 'temporary file size exceeds temp_file_limit'],
  ['55P03', 'canceling statement due to lock timeout'],
  ['57014', 'canceling statement due to statement timeout'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'terminating connection because of crash of another server process'],
  ['57P03', 'the database system is starting up'],
  ['57P04', 'database "echolog" does not exist'],
  ['58030', 'could not read block 0 in file "base/1/2"'],
  ['57P05', 'terminating connection due to idle-session timeout'],
]

/** As PgBouncer words them, all of them with one SQLSTATE. */
const POOLER: Sample[] = [
  'server conn crashed?',
  'server closed the connection unexpectedly',
  'server connections dropped, exiting',
  'unclean server',
  'SV_IDLE server got dirty',
  'reset query failed',
  'pgbouncer cannot connect to server',
  'server login has been failing, try again later (server_login_retry)',
  'server login has been failing, cached error: connect timeout (server_login_retry)',
  'server DNS lookup failed',
  'the database system is in recovery mode',
  'client_login_timeout (server down)',
  'query_wait_timeout',
  'no more connections allowed (max_client_conn)',
  'too many servers in the pool',
  'bouncer resources exhaustion',
  'query timeout',
  'idle transaction timeout',
  'client_idle_timeout',
  'server lifetime over',
  'suspend_timeout',
  'kill',
  'server shutting down',
  'obsolete connection',
  'database removed',
  'no such user: echolog',
  'bouncer config error',
  'SASL authentication failed',
  'unsupported startup parameter: statement_timeout',
].map((message) => ['08P01', message])

/** What libraries and the network say, as far as the tests below do not provoke it. */
const VALUES: object[] = [
  ...[
    'ECONNABORTED',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
  ],
  ...[
    'P1000',
    'P1001',
    'P1002',
    'P1003',
    'P1008',
    'P1010',
    'P1011',
    'P1017',
    'P2024',
    'P2028',
    'P2034',
    'P2037',
  ],
].map((code) => ({ code, message: '' }))
const ADAPTER: object[] = [
  'DatabaseNotReachable',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'AuthenticationFailed',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionWriteConflict',
].map((kind) => ({
  code: 'P2010',
  message: '',
  meta: { driverAdapterError: { message: kind, cause: { kind } } },
}))
const TEXTS: object[] = [
  'Query read timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Postgres connection has been discarded',
  'timeout expired',
  'SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match',
  'There was an error establishing an SSL connection',
].map((message) => ({ message }))

let database: TestDatabase
const open: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createDatabase()
}, 60_000)
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

/** What each way to the database fails with. */
const failures = (db: Database, statement: string): Promise<unknown[]> =>
  Promise.all([
    failureOf(sql.raw(statement).execute(db.kysely)),
    failureOf(db.kysely.transaction().execute((tx) => sql.raw(statement).execute(tx))),
    failureOf(db.prisma.$queryRawUnsafe(statement)),
  ])

const raising = ([code, message]: Sample) =>
  `do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`

test.each([...SERVER, ...POOLER])('%s %s in an answer says that the database is away', async (...sample) => {
  const errors = await failures(database, raising(sample))
  expect(errors.map(isUnreachable)).toEqual([true, true, true])
})

test.each<Refusal>([
  ...[...SERVER, ...POOLER]
    .filter(([code]) => /^(08|25006|28|3D|53|57P)/.test(code))
    .map(([code, message]) => ({ code, message })),
  'reset',
  'close',
])('a login that is refused with %j says that the database is away', async (refusal) => {
  const refusing = await startRefusingServer(refusal)
  open.push(refusing.close)
  const proxy = await startDatabaseProxy(database.url)
  open.push(proxy.close)
  const away = await openDatabase({ url: proxy.url, max: 2 })
  open.push(away.close)
  proxy.switchTo(refusing.url)
  const errors = [
    ...(await failures(away, 'select 1')),
    await failureOf(away.prisma.post.findMany({ where: { organizationId: 1 } })),
  ]
  expect(errors.map((error) => [error instanceof Error, isUnreachable(error)])).toEqual(
    Array.from({ length: 4 }, () => [true, true]),
  )
})

test('a server that does not speak, or not TLS, or is not there says that the database is away', async () => {
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
  expect(errors.map((error) => [String(error), isUnreachable(error)])).toEqual(
    errors.map((error) => [String(error), true]),
  )
})

test('a pool without a free connection says that the database is away', async () => {
  const full = await openDatabase({ url: database.url, max: 1, timeoutMs: 800 })
  open.push(full.close)
  const client = await full.pool.connect()
  const errors = await Promise.all([
    failureOf(sql`select 1`.execute(full.kysely)),
    failureOf(full.prisma.post.findMany({ where: { organizationId: 1 } })),
  ])
  client.release()
  expect(errors.map(isUnreachable)).toEqual([true, true])
})

test.each([...VALUES, ...ADAPTER, ...TEXTS, new DatabaseTimeout(1)])(
  '%j says that the database is away',
  (error) => {
    expect(isUnreachable(error)).toBe(true)
    expect(isUnreachable(new Error('outer', { cause: error }))).toBe(true)
    expect(isUnreachable(new AggregateError([new Error('other'), error]))).toBe(true)
  },
)

test.each<Sample>([
  ['08P01', 'bind message supplies 1 parameters, but prepared statement "" requires 2'],
  ['22P02', 'invalid input syntax for type integer'],
  ['23505', 'duplicate key value violates unique constraint'],
  ['42601', 'syntax error at or near "kill"'],
  ['57014', 'canceling statement due to user request'],
  ['P0001', 'query_wait_timeout'],
])('%s %s is a failure of its own', async (...sample) => {
  const errors = await failures(database, raising(sample))
  expect(errors.map((error) => [error instanceof Error, isUnreachable(error)])).toEqual(
    errors.map(() => [true, false]),
  )
})

test.each([null, undefined, 'ECONNRESET', new Error('unexpected'), { code: 'P2002' }, { code: 'P2025' }])(
  '%j is not the database',
  (error) => expect(isUnreachable(error)).toBe(false),
)

test('every entry of the table has a sample', () => {
  const messageOf = (value: object) => (value as { message?: string }).message ?? ''
  const codeOf = (value: object) =>
    (value as { meta?: { driverAdapterError: { cause: { kind: string } } } }).meta?.driverAdapterError.cause
      .kind ?? (value as { code?: string }).code
  const samples = [
    ...[...SERVER, ...POOLER].map(([code, message]) => ({ code, message })),
    ...[...VALUES, ...ADAPTER, ...TEXTS].map((value) => ({ code: codeOf(value), message: messageOf(value) })),
    // Provoked above.
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
