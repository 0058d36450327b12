import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase, serverOfWorker, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { run, type Program } from '../support/program.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { withClient } from '../../src/db/client/with-client.ts'
import { deriveKeys } from '../../src/auth/keys.ts'

const secretKey = randomBytes(32)
let database: TestDatabase
let proxy: DatabaseProxy
let tenant: Tenant
const started: Program[] = []

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startDatabaseProxy(database.url)
  const site = { publicUrl: 'http://127.0.0.1', pinned: true }
  tenant = await createTenant({ services: { db: database.kysely, keys: deriveKeys(secretKey), site } })
})
afterEach(async () => {
  await end()
  proxy.decide(null)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

function start(settings: Record<string, string>): Program {
  const program = run('src/main.ts', {
    SECRET_KEY: secretKey.toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    ROLES: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
  })
  started.push(program)
  return program
}

async function end(): Promise<void> {
  for (const program of started) program.process.kill('SIGTERM')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
}

const named = (url: string, name: string) => `${url}?application_name=${name}`

test('DATABASE_POOL_MAX limits the connections of a process, and every request is answered', async () => {
  const settings = { DATABASE_POOL_MAX: '2', DATABASE_TIMEOUT: '60s' }
  const url = await start({ DATABASE_URL: named(database.url, 'bounded'), ...settings }).listening
  // The connection that listens is not one of the pool.
  const listening = `select from pg_stat_activity where application_name = 'bounded' and query like '%listen%'`
  await expect.poll(async () => (await database.pool.query(listening)).rowCount).toBe(1)
  const answers = Array.from({ length: 40 }, async (_, index) => {
    const { status } = await fetch(`${url}/api/v3/feature_requests?per_page=${(index % 20) + 1}`, {
      method: index % 2 ? 'GET' : 'POST',
      headers: { ...tenant.key, 'Content-Type': 'application/json' },
      ...(index % 2 === 0 && { body: JSON.stringify({ title: `A wish ${index}` }) }),
    })
    return status
  })
  let most = 0
  let open = true
  void Promise.all(answers).finally(() => (open = false))
  while (open) {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'bounded' and query not like '%listen%'`,
    )
    most = Math.max(most, rowCount ?? 0)
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200, 201]))
  expect(most).toBe(2)
})

test('statements that need a session use DATABASE_DIRECT_URL instead of DATABASE_URL', async () => {
  const empty = `empty_${randomBytes(4).toString('hex')}`
  await administer(`create database ${empty}`)
  const direct = new URL(database.url)
  direct.pathname = `/${empty}`
  const pooled = new URL(proxy.url)
  pooled.pathname = `/${empty}`
  const statements: string[] = []
  proxy.decide((statement) => {
    statements.push(statement)
    return null
  })
  const program = start({ DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: named(direct.href, 'direct') })
  expect((await fetch(`${await program.listening}/readyz`)).status).toBe(200)
  const listening = `select from pg_stat_activity where application_name = 'direct' and query like '%listen%'`
  await expect.poll(async () => (await database.pool.query(listening)).rowCount).toBe(1)
  expect(statements.filter((statement) => /^listen|create table "/i.test(statement))).toEqual([])
  expect(statements.length).toBeGreaterThan(0)
  program.process.kill('SIGTERM')
  await program.ended
  await administer(`drop database ${empty} with (force)`)
})

test.each([
  ['needs DATABASE_URL', () => ({})],
  ['is the address of another database', () => ({ DATABASE_URL: serverOfWorker() })],
])('rejects a DATABASE_DIRECT_URL that %s', async (problem, settings) => {
  const program = start({ ...settings(), DATABASE_DIRECT_URL: database.url })
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toMatch(new RegExp(`DATABASE_DIRECT_URL.*${problem}`))
})

test.each([
  ['DateStyle', `'SQL, DMY'`],
  ['default_transaction_isolation', `'repeatable read'`],
  ['standard_conforming_strings', 'off'],
  ['search_path', 'app'],
])('names the remedy when the database sets %s to %s', async (setting, value) => {
  const name = `odd_${randomBytes(4).toString('hex')}`
  await administer(`create database ${name}`)
  await administer(`alter database ${name} set ${setting} = ${value}`)
  const address = new URL(database.url)
  address.pathname = `/${name}`
  const rejected = start({ DATABASE_URL: address.href })
  expect(await rejected.ended).toBe(1)
  const remedy = /The database has .*: run: (alter role .*)/.exec(rejected.stderr())?.[1]
  expect(remedy).toContain(setting)
  expect(await tablesOf(address.href)).toBe(0)
  await administer(remedy ?? '')
  expect((await fetch(`${await start({ DATABASE_URL: address.href }).listening}/readyz`)).status).toBe(200)
  await end()
  await administer(`drop database ${name} with (force)`)
})

test('rejects a database of another encoding, before anything is created in it', async () => {
  const name = `ascii_${randomBytes(4).toString('hex')}`
  await administer(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  const address = new URL(database.url)
  address.pathname = `/${name}`
  const program = start({ DATABASE_URL: address.href })
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toContain('The database has the encoding SQL_ASCII: create one')
  expect(await tablesOf(address.href)).toBe(0)
  await administer(`drop database ${name} with (force)`)
})

async function tablesOf(connectionString: string): Promise<number> {
  const { rows } = await withClient({ connectionString }, (client) =>
    client.query<{ count: number }>(
      `select count(*)::int as count from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    ),
  )
  return rows[0]?.count ?? -1
}

async function administer(statement: string): Promise<void> {
  await withClient({ connectionString: serverOfWorker() }, (client) => client.query(statement))
}
