import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { run, type Program } from '../support/program.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { DEADLINE_MS } from '../support/deadline.ts'

const PUBLIC_URL = 'http://echolog.example'
const secretKey = randomBytes(32)
const customers = Array.from({ length: 1000 }, (_, index) => ({
  email: `customer${index}@import.example`,
  name: `Customer ${index}`,
  labels: ['imported', `n${index}`],
  custom_fields: { number: index },
}))

let database: TestDatabase
let tenant: Tenant
const started: Program[] = []

beforeAll(async () => {
  database = await createDatabase()
  tenant = await createTenant({
    services: {
      db: database.kysely,
      keys: deriveKeys(secretKey),
      site: { publicUrl: PUBLIC_URL, pinned: true },
    },
  })
})
afterAll(async () => {
  for (const { process: child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
})

test('a process killed during an import leaves complete entries, and the next import adds the others', async () => {
  const held = await holdOne('customer600@import.example')
  const first = await start()
  const answer = send(first.url).catch(() => 'cut off')
  await until(isWaiting)
  first.program.process.kill('SIGKILL')
  await first.program.ended
  expect(await answer).toBe('cut off')
  await held.letGo()
  await until(async () => !(await isBusy()))

  const left = await importedRows()
  expect(left.length).toBeGreaterThan(0)
  expect(left.length).toBeLessThan(1000)
  expect(left).toEqual(expectedRows(left.length))

  const next = await start()
  const { status, body } = (await send(next.url)) as {
    status: number
    body: { customers: object[]; errors: object[] }
  }
  expect([status, body.customers.length, body.errors]).toEqual([200, 1000, []])
  expect(await importedRows()).toEqual(expectedRows(1000))
})

/** Starts the service on the test's database, as `npm start` runs it. */
async function start(): Promise<{ program: Program; url: string }> {
  const program = run('src/main.ts', {
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey.toString('base64'),
    PUBLIC_URL,
    PORT: '0',
    DEMO: 'false',
    LOG_LEVEL: 'error',
  })
  started.push(program)
  return { program, url: await program.listening }
}

async function send(url: string): Promise<unknown> {
  const response = await fetch(`${url}/api/v3/customers/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...tenant.keyAndAdmin },
    body: JSON.stringify({ customers }),
  })
  return { status: response.status, body: await response.json() }
}

/** Creates a customer and locks the row, so that the import waits for it. */
async function holdOne(email: string): Promise<{ letGo(): Promise<void> }> {
  const { id } = tenant.organization
  await database.pool.query(
    `insert into users (organization_id, email, name, labels) values ($1, $2, 'Known', '{}')`,
    [id, email],
  )
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select from users where organization_id = $1 and email = $2 for update', [id, email])
  return {
    async letGo() {
      await client.query('rollback')
      client.release()
    },
  }
}

const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

async function isWaiting(): Promise<boolean> {
  const { rowCount } = await database.pool.query(`select ${others} and wait_event_type = 'Lock'`)
  return rowCount !== 0
}

async function isBusy(): Promise<boolean> {
  const { rowCount } = await database.pool.query(`select ${others} and state <> 'idle'`)
  return rowCount !== 0
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + DEADLINE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('timed out')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The imported customers, in the order of the import. */
async function importedRows(): Promise<object[]> {
  const { rows } = await database.pool.query<{ custom_fields: { number: number } }>(
    `select email, name, labels, custom_fields from users where organization_id = $1 and customer_since is not null`,
    [tenant.organization.id],
  )
  return rows.sort((a, b) => a.custom_fields.number - b.custom_fields.number)
}

const expectedRows = (count: number) => customers.slice(0, count)
