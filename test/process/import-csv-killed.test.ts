import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { csvForm } from '../support/fixtures/csv.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { run, type Program } from '../support/program.ts'

const PUBLIC_URL = 'http://echolog.example'
const secretKey = randomBytes(32)
const ROWS = 2000
const csv = [
  'email,name,custom_fields.number',
  ...Array.from({ length: ROWS }, (_, index) => `p${index}@killed.example,"Person\n${index}",${index}`),
].join('\n')

let database: TestDatabase
let tenant: Tenant
const started: Program[] = []

beforeAll(async () => {
  database = await createDatabase()
  const site = { publicUrl: PUBLIC_URL, pinned: true }
  tenant = await createTenant({ services: { db: database.kysely, keys: deriveKeys(secretKey), site } })
})
afterAll(async () => {
  for (const { process: child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
})

test('an import continues after each killed worker, and imports each row once', async () => {
  const { url } = await start('web')
  const id = await upload(url)
  for (const row of [300, 900, 1700]) {
    const held = await holdEmail(`p${row}@killed.example`)
    const worker = await start('worker')
    await waitForLock({ database })
    const before = await progress(url, id)
    worker.program.process.kill('SIGKILL')
    await worker.program.ended
    await held.letGo()
    expect(before).toMatchObject({ processed: Math.floor(row / 250) * 250, state: 'running' })
  }
  await Promise.all([start('worker'), start('worker')])
  await expect.poll(async () => (await progress(url, id)).state, { interval: 50 }).toBe('done')
  expect(await progress(url, id)).toMatchObject({
    total: ROWS,
    processed: ROWS,
    created: ROWS,
    updated: 0,
    failed: 0,
  })
  const { rows } = await database.pool.query(
    `select (select count(*)::int from users where email like '%@killed.example') as people,
      (select count(*)::int from events where type = 'customer_created') as events,
      (select count(*)::int from import_rows) as rows`,
  )
  expect(rows).toEqual([{ people: ROWS, events: ROWS, rows: 0 }])
})

/** Starts the service with one role on the test's database. */
async function start(role: 'web' | 'worker'): Promise<{ program: Program; url: string }> {
  const program = run('src/main.ts', {
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey.toString('base64'),
    PUBLIC_URL,
    PORT: '0',
    DEMO: 'false',
    LOG_LEVEL: 'error',
    ROLES: role,
  })
  started.push(program)
  return { program, url: role === 'web' ? await program.listening : '' }
}

async function upload(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v3/customers/import`, {
    method: 'POST',
    headers: tenant.keyAndAdmin,
    body: csvForm(csv),
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { import_id: number }).import_id
}

async function progress(url: string, id: number): Promise<{ state: string }> {
  const response = await fetch(`${url}/api/v3/customers/import/${id}`, { headers: tenant.keyAndAdmin })
  return ((await response.json()) as { import: { state: string } }).import
}

/** Inserts a person in a transaction that stays open, so that the import waits for it. */
async function holdEmail(email: string): Promise<{ letGo(): Promise<void> }> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(`insert into users (organization_id, email, name) values ($1, $2, 'Held')`, [
    tenant.organization.id,
    email,
  ])
  return {
    async letGo() {
      await client.query('rollback')
      client.release()
    },
  }
}
