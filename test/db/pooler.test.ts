import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { asBulk } from '../../src/db/deadline.ts'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { reserveId } from '../../src/db/writes/reserve-ids.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startPooler, type Pooler } from '../support/faults/pooler.ts'

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

async function startPooled(settings: Record<string, string | number> = {}, max = 4, timeoutMs = 8_000) {
  const pooler = await startPooler(database.url, settings)
  open.push(pooler.stop)
  const pooled = await openDatabase({ url: pooler.url, max, timeoutMs })
  open.push(pooled.close)
  return { pooler, pooled }
}

const recurring = (db: Database, value: number) =>
  db.kysely.selectFrom('posts').select('id').where('organizationId', '=', value).execute()
const works = async (db: Database) =>
  (await sql<{ one: number }>`select ${1}::int as one`.execute(db.kysely)).rows[0]?.one
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

async function hold(): Promise<() => Promise<void>> {
  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query('begin; lock table posts in access exclusive mode')
  return () => holder.end()
}

test('behind a pooler, sessions keep no state and transactions have their timeouts', async () => {
  const { pooled } = await startPooled({ default_pool_size: 1 })
  for (let time = 0; time < 5; time++) await recurring(pooled, 1)
  const limits = sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`
  const outside = (await limits.execute(pooled.kysely)).rows.map(({ setting }) => setting)
  const inside = await inTransaction(pooled.kysely, async (tx) => (await limits.execute(tx)).rows)
  expect(inside.map(({ setting }) => setting)).toEqual(['10000', '10000'])
  const after = (await limits.execute(pooled.kysely)).rows.map(({ setting }) => setting)
  expect([outside, after]).toEqual([
    ['60000', '0'],
    ['60000', '0'],
  ])
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from pg_prepared_statements`.execute(pooled.kysely)
  expect(rows).toEqual([{ count: 0 }])
})

test('on a direct connection, statements are named and the session has the timeouts', async () => {
  const direct = await openDatabase({ url: database.url, max: 1 })
  open.push(direct.close)
  for (let time = 0; time < 5; time++) await recurring(direct, 1)
  const { rows } = await sql<{ count: number; limit: string }>`select count(*)::int as count,
    current_setting('statement_timeout') as limit from pg_prepared_statements`.execute(direct.kysely)
  expect(rows[0]?.limit).toBe('10s')
  const limits = async () =>
    (
      await sql<{ limit: string }>`select current_setting(name) as limit
        from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(
        direct.kysely,
      )
    ).rows.map(({ limit }) => limit)
  expect([await asBulk(limits), await limits()]).toEqual([
    ['122s', '122s'],
    ['10s', '10s'],
  ])
  expect(rows[0]?.count).toBeGreaterThan(0)
})

/** Settings of the pooler, the provocation of its message, and the message. */
const PROVOKED: [
  word: RegExp,
  settings: Record<string, string | number>,
  provoke: (db: Database, pooler: Pooler) => Promise<unknown>,
][] = [
  [
    /query_wait_timeout/,
    { default_pool_size: 1, query_wait_timeout: 1 },
    (db) => inTransaction(db.kysely, () => works(db)),
  ],
  [/query timeout/, { query_timeout: 1 }, (db) => sql`select pg_sleep(20)`.execute(db.kysely)],
  [
    /idle transaction timeout|encountered a connection error/,
    { idle_transaction_timeout: 1 },
    (db) =>
      inTransaction(db.kysely, async (tx) => {
        const client = new pg.Client(database.url)
        await client.connect()
        const idle = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
        await until(async () => (await client.query(idle)).rowCount === 0)
        await client.end()
        await sql`select 1`.execute(tx)
      }),
  ],
  [
    /no more connections allowed/,
    { max_client_conn: 2 },
    async (db) => {
      const release = await hold()
      const waiting = [1, 2, 3, 4].map(() => recurring(db, 1))
      await Promise.all(waiting).finally(release)
    },
  ],
  [
    /server conn crashed|server closed|terminating connection/,
    {},
    async (db) => {
      const running = failureOf(sql`select pg_sleep(20) /* ended */`.execute(db.kysely))
      await until(() => terminate('/* ended */'))
      throw await running
    },
  ],
  [
    /kill|database removed/,
    {},
    async (db, pooler) => {
      const running = failureOf(sql`select pg_sleep(20) /* killed */`.execute(db.kysely))
      await until(() => isRunning('/* killed */'))
      await pooler.administer(`KILL ${new URL(database.url).pathname.slice(1)}`)
      throw await running
    },
  ],
]

const OTHERS =
  "from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and datname = current_database()"
const isRunning = async (text: string) =>
  ((await database.pool.query(`select ${OTHERS} and query like $1`, [`%${text}%`])).rowCount ?? 0) > 0
const terminate = async (text: string) =>
  ((await database.pool.query(`select pg_terminate_backend(pid) ${OTHERS} and query like $1`, [`%${text}%`]))
    .rowCount ?? 0) > 0
async function until(reached: () => Promise<boolean>): Promise<void> {
  await expect.poll(reached).toBe(true)
}

test.each(PROVOKED)('%s of a pooler reports an unavailable database', async (word, settings, provoke) => {
  const { pooler, pooled } = await startPooled(settings, 4, 30_000)
  const error = await failureOf(provoke(pooled, pooler))
  expect(String((error as Error | null)?.message)).toMatch(word)
  expect(isConnectionError(error)).toBe(true)
  await pooler.administer(`RESUME`).catch(() => {})
})

test('a request to a paused pooler times out, and the pool works again afterwards', async () => {
  const { pooler, pooled } = await startPooled({}, 2, 1_000)
  await pooler.administer('PAUSE')
  const errors = await Promise.all([1, 2, 3, 4].map(() => failureOf(works(pooled))))
  expect(errors.map(isConnectionError)).toEqual([true, true, true, true])
  await pooler.administer('RESUME')
  await expect.poll(() => works(pooled).catch(() => null)).toBe(1)
})

test('with its query for new connections, a pooler lets ids continue before the first write in another history', async () => {
  const { pooler, pooled } = await startPooled({ connect_query: 'select renew_ids(false)' })
  expect(await works(pooled)).toBe(1)
  await database.pool.query(`update id_history set history = 'former'`)
  await pooler.administer('RECONNECT')
  expect(await reserveId(pooled.kysely, 'posts')).toBeGreaterThan(1_000_000)
})
