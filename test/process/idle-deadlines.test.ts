import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { run, type Program } from '../support/program.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let program: Program
const statements: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startDatabaseProxy(database.url)
  proxy.decide((statement) => {
    statements.push(statement)
    return null
  })
  program = run('src/main.ts', {
    DATABASE_URL: `${proxy.url}?application_name=idle`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'warn',
  })
  await program.listening
})
afterAll(async () => {
  program.process.kill('SIGKILL')
  await program.ended
  await proxy.close()
  await database.drop()
})

const sent = (part: RegExp) => statements.filter((statement) => part.test(statement)).length

async function idleSessions(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "select from pg_stat_activity where application_name = 'idle' and state <> 'idle'",
  )
  return rowCount === 0
}

test('an idle service looks for work with the deadline of a request', async () => {
  // The maintenance at a start is bulk work, and this is its last statement.
  await expect.poll(() => sent(/^delete from "delivery_attempts_other"/)).toBeGreaterThan(0)
  await expect.poll(idleSessions).toBe(true)
  statements.length = 0
  await expect.poll(() => sent(/ from "?erasures/)).toBeGreaterThan(1)
  // Connections for bulk work have two minutes.
  expect(sent(/^set statement_timeout = \d{6}/)).toBe(0)
})
