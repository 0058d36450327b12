import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import type { Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createDatabase, shareDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  database = await createDatabase(undefined, 1)
  other = await shareDatabase(database, undefined, 1)
  await sql`create table things as select 1 as id`.execute(database.kysely)
})
afterAll(async () => {
  await other.drop()
  await database.drop()
})

const read = async (db: Db) => (await sql`select * from things where id = ${1}`.execute(db)).rows

/** Prepares the statement of `read` on the connection. */
async function prepare(): Promise<void> {
  for (let times = 0; times < 3; times++) await read(database.kysely)
}

/** Adds a column as a migration of a newer version does, which another process applies. */
const addColumn = (name: string) =>
  sql`alter table things add column ${sql.id(name)} int default 0`.execute(other.kysely)

test('a statement that was prepared before a table has another column returns that column, too', async () => {
  await prepare()
  await addColumn('second')
  expect(await read(database.kysely)).toEqual([{ id: 1, second: 0 }])
})

test('a transaction with such a statement runs again as a whole', async () => {
  await prepare()
  await addColumn('third')
  let runs = 0
  const work = () =>
    inTransaction(database.kysely, async (tx) => {
      runs++
      await sql`update things set second = second + 1`.execute(tx)
      return read(tx)
    })
  expect(await work()).toEqual([{ id: 1, second: 1, third: 0 }])
  expect(runs).toBe(2)
  await work()
  expect(runs).toBe(3)
})

test('a transaction that does not run again fails as one without a database does', async () => {
  await prepare()
  await addColumn('fourth')
  const error: unknown = await database.kysely
    .transaction()
    .execute(read)
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '0A000' })
  expect(isConnectionError(error)).toBe(true)
  expect(await read(database.kysely)).toEqual([expect.objectContaining({ fourth: 0 })])
})

test('all statements that were prepared before are prepared again, once', async () => {
  const count = sql<{
    names: number
  }>`select count(*) as names from pg_prepared_statements where statement like 'select * from things%'`
  const names = async () => (await count.execute(database.kysely)).rows[0]?.names ?? 0
  await prepare()
  const before = await names()
  await addColumn('fifth')
  await prepare()
  await prepare()
  expect(await names()).toBe(before + 1)
})
