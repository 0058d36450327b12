import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { sendImport } from '../support/clients/imports.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { run, type Program } from '../support/program.ts'
import type { Json } from '../support/json.ts'

const PUBLIC_URL = 'http://echolog.example'
const secretKey = randomBytes(32)
const POSTS = 3_000
const csv = [
  'id,title,description,created at',
  ...Array.from({ length: POSTS }, (_, index) => `${index + 1},Post ${index + 1},Text,2025-01-01T00:00:00Z`),
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

/** Lets no worker store posts until `letGo`. */
async function holdPosts() {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('lock table external_refs in access exclusive mode')
  return {
    async letGo() {
      await client.query('rollback')
      client.release()
    },
  }
}

test('a run of a killed worker is taken over, and the result is that of an unbroken run', async () => {
  const { url } = await start('web')
  const call = async (query: string, variables: object = {}) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...tenant.admin.session, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return ((await answer.json()) as { data: Json }).data
  }
  const { body } = await sendImport({ url }, tenant.admin.session, Buffer.from(csv), '?name=posts.csv')
  const input = { source: 'CSV', from: { fileId: body.file } }
  const planned = await call(
    'mutation ($input: PlanImportInput!) { planImport(input: $input) { importRun { id } errors { message } } }',
    { input },
  )
  const { id } = planned.planImport.importRun
  const SHOW = `query ($id: ID!) { importRun(by: { id: $id }) { state reason
    counts { kind created failed } planned { kind created failed } } }`
  const state = async () => (await call(SHOW, { id })).importRun
  const first = await start('worker')
  await expect.poll(async () => (await state()).state, { interval: 50 }).toBe('PLANNED')
  const held = await holdPosts()
  await call('mutation ($id: ID!) { startImport(input: { id: $id }) { errors { message } } }', { id })
  await waitForLock({ database })
  first.program.process.kill('SIGKILL')
  await first.program.ended
  await held.letGo()
  expect((await state()).state).toBe('RUNNING')
  // The lease of the killed process ends in 30 s. The test does not wait for it.
  await database.pool.query(
    `update import_runs set leased_until = now() - interval '1 second' where state = 'running'`,
  )
  await Promise.all([start('worker'), start('worker')])
  await expect.poll(async () => (await state()).state, { interval: 50 }).toBe('DONE')
  const { counts, planned: expected } = await state()
  expect(counts).toEqual(expected)
  const { rowCount } = await database.pool.query(`select from posts where organization_id = $1`, [
    tenant.organization.id,
  ])
  expect(rowCount).toBe(POSTS)
})
