import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { cli, run } from '../support/program.ts'

const secretKey = randomBytes(32)
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(async () => {
  await database.drop()
})

/** Runs work with the settings of a process whose connections pass through a proxy of its own. */
async function throughProxy(
  work: (proxy: DatabaseProxy, settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  const proxy = await startDatabaseProxy(database.url)
  try {
    await work(proxy, {
      DATABASE_URL: proxy.url,
      SECRET_KEY: secretKey.toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATABASE_TIMEOUT: '1s',
    })
  } finally {
    await proxy.close()
  }
}

/** Silences the database from the first statement on that matches. */
const silenceAt = (statement: RegExp) => (proxy: DatabaseProxy) => {
  let isSilent = false
  proxy.decide((text) => {
    if (statement.test(text) && !isSilent) {
      isSilent = true
      proxy.silence()
    }
    return null
  })
}

// Nearly all of their time is waiting, so they run at once.
test.concurrent.for<[string, (proxy: DatabaseProxy) => void]>([
  ['at once', (proxy) => proxy.silence()],
  ['while migrations are read', silenceAt(/_prisma_migrations/)],
  ['while the server is identified', silenceAt(/pg_backend_pid/)],
])('a start on a database that falls silent %s ends with a reason', async ([, silence], { expect }) =>
  throughProxy(async (proxy, settings) => {
    silence(proxy)
    const other = run('src/main.ts', settings)
    expect(await other.ended).toBe(1)
    expect(other.stderr()).toContain('does not answer')
  }),
)

test.concurrent.for<[string, (proxy: DatabaseProxy) => void]>([
  ['at once', (proxy) => proxy.silence()],
  ['later', silenceAt(/server_version_num/)],
])('the doctor ends on a database that falls silent %s', async ([, silence], { expect }) =>
  throughProxy(async (proxy, settings) => {
    silence(proxy)
    const report = await cli<object>(settings, 'doctor').catch((error: Error) => error.message)
    expect(JSON.stringify(report)).toContain('ended with 1')
  }),
)
