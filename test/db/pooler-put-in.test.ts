import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/faults/database-proxy.ts'
import { startPooler } from '../support/faults/pooler.ts'

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

test.each([
  ['refuses settings of a session', {}],
  [
    'ignores settings of a session',
    { ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout' },
  ],
])('a running process detects a newly inserted pooler that %s', async (_name, settings) => {
  const pooler = await startPooler(database.url, { default_pool_size: 3, ...settings })
  open.push(pooler.stop)
  const proxy = await startDatabaseProxy(database.url)
  open.push(proxy.close)
  const moved = await openDatabase({ url: proxy.url, max: 6 })
  open.push(moved.close)
  const many = () =>
    Promise.allSettled(
      Array.from({ length: 30 }, () =>
        moved.kysely.selectFrom('posts').select('id').where('organizationId', '=', 1).execute(),
      ),
    )
  await many()
  proxy.switchTo(pooler.url)
  const failures: unknown[] = []
  await expect
    .poll(async () => {
      const all = await many()
      const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      failures.push(...failed)
      return failed.length
    })
    .toBe(0)
  expect(failures.filter((error) => !isConnectionError(error))).toEqual([])
  for (let time = 0; time < 5; time++)
    expect((await many()).filter(({ status }) => status === 'rejected')).toEqual([])
})
