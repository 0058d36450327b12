import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
const opened: TestDatabase[] = []
beforeEach(async () => {
  database = await createDatabase(undefined, 1)
  opened.push(database)
  await sql`create table kept (id int primary key)`.execute(database.kysely)
})
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const keep = (id: number) => sql`insert into kept values (${id})`
const kept = async () => (await database.pool.query('select id from kept order by id')).rows
const isInTransaction = async () => {
  const now = async () => (await database.pool.query('select now()::text as now')).rows[0]
  return JSON.stringify(await now()) === JSON.stringify(await now())
}

test('the first statement of a transaction is part of it, with and without parameters', async () => {
  const lost = inTransaction(database.kysely, async (tx) => {
    await keep(1).execute(tx)
    await keep(2).execute(tx)
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  const alsoLost = inTransaction(database.kysely, async (tx) => {
    await sql`insert into kept values (3)`.execute(tx)
    throw new Error('rolled back')
  })
  await expect(alsoLost).rejects.toThrow('rolled back')
  expect(await kept()).toEqual([])
  const result = await inTransaction(database.kysely, async (tx) => {
    const { numAffectedRows } = await keep(4).execute(tx)
    const { rows } = await sql`select id from kept`.execute(tx)
    return { numAffectedRows, rows }
  })
  expect(result).toEqual({ numAffectedRows: 1n, rows: [{ id: 4 }] })
  expect(await kept()).toEqual([{ id: 4 }])
})

test('a first statement that fails ends its transaction, and the connection continues', async () => {
  await keep(1).execute(database.kysely)
  const failed = inTransaction(database.kysely, (tx) => keep(1).execute(tx))
  await expect(failed).rejects.toThrow(/duplicate key/)
  const ignored = inTransaction(database.kysely, async (tx) => {
    await keep(1)
      .execute(tx)
      .catch(() => {})
    await keep(2).execute(tx)
  })
  await expect(ignored).rejects.toThrow(/current transaction is aborted/)
  const unparsed = () =>
    inTransaction(database.kysely, (tx) => sql`select ${1}::int from missing`.execute(tx))
  for (let times = 0; times < 3; times++) await expect(unparsed()).rejects.toThrow(/"missing" does not exist/)
  await inTransaction(database.kysely, (tx) => keep(3).execute(tx))
  expect(await kept()).toEqual([{ id: 1 }, { id: 3 }])
  expect(await isInTransaction()).toBe(false)
})

test('a transaction without statements leaves none open', async () => {
  await inTransaction(database.kysely, () => Promise.resolve())
  expect(await isInTransaction()).toBe(false)
  const failed = inTransaction(database.kysely, () => Promise.reject(new Error('refused')))
  await expect(failed).rejects.toThrow('refused')
  expect(await isInTransaction()).toBe(false)
})

test('each begin is reported once', async () => {
  const reported: string[] = []
  const counted = await createDatabase((text) => reported.push(text), 1)
  opened.push(counted)
  for (let times = 0; times < 2; times++) await inTransaction(counted.kysely, (tx) => sql`select`.execute(tx))
  const transaction = ['begin', 'select', 'commit']
  expect(reported.slice(reported.indexOf('begin'))).toEqual([...transaction, ...transaction])
})
