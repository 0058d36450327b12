import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { cli, run } from '../support/program.ts'

const secretKey = randomBytes(32)
let database: TestDatabase
let proxy: DatabaseProxy

const settings = () => ({
  DATABASE_URL: proxy.url,
  SECRET_KEY: secretKey.toString('base64'),
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATABASE_TIMEOUT: '1s',
})

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startDatabaseProxy(database.url)
})
afterEach(() => {
  proxy.decide(null)
  proxy.resume()
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

test.each([
  ['at once', () => proxy.silence()],
  ['while migrations are read', () => silenceAt(/_prisma_migrations/)],
  ['while the server is identified', () => silenceAt(/pg_backend_pid/)],
])(
  'a start on a database that falls silent %s ends with a reason',
  async (_name, silence) => {
    silence()
    const other = run('src/main.ts', settings())
    expect(await other.ended).toBe(1)
    expect(other.stderr()).toContain('does not answer')
  },
  60_000,
)

let silent = false
function silenceAt(statement: RegExp): void {
  silent = false
  proxy.decide((text) => {
    if (!statement.test(text) || silent) return null
    silent = true
    proxy.silence()
    return null
  })
}

test.each([
  ['at once', () => proxy.silence()],
  ['later', () => silenceAt(/server_version_num/)],
])(
  'the doctor ends on a database that falls silent %s',
  async (_name, silence) => {
    silence()
    const report = await cli<object>(settings(), 'doctor').catch((error: Error) => error.message)
    expect(JSON.stringify(report)).toContain('ended with 1')
  },
  60_000,
)
