import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { executeReplanned } from '../../src/db/client/prepared-statements.ts'
import { afterCommit, inTransaction } from '../../src/db/transaction.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => (database = await createDatabase(undefined, 1)))
afterAll(() => database.drop())

test('a hook runs after the commit, once, and not after a rollback', async () => {
  const hook = vi.fn()
  await inTransaction(database.kysely, async (tx) => {
    afterCommit(tx, hook)
    afterCommit(tx, hook)
    expect(hook).not.toHaveBeenCalled()
  })
  expect(hook).toHaveBeenCalledExactlyOnceWith(database.kysely)
  const rolledBack = inTransaction(database.kysely, async (tx) => {
    afterCommit(tx, hook)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(hook).toHaveBeenCalledOnce()
})

test('a hook of a transaction whose commit is not observed is refused', async () => {
  const unobserved = database.kysely.transaction().execute(async (tx) => afterCommit(tx, vi.fn()))
  await expect(unobserved).rejects.toThrow('afterCommit requires a transaction of inTransaction')
})

test('only the clients of the service parse bigint as a number', async () => {
  const { rows } = await database.pool.query('select 2::bigint as two')
  expect(rows).toEqual([{ two: 2 }])
  expect(pg.types.getTypeParser(pg.types.builtins.INT8)('2')).toBe('2')
})

test('a recurring statement is prepared, unless it is planned for each execution', async () => {
  const prepared = sql`select ${1}::int as prepared`
  const replanned = sql<{ replanned: number }>`select ${1}::int as replanned`
  for (let times = 0; times < 3; times++) {
    await prepared.execute(database.kysely)
    const { rows } = await executeReplanned(database.kysely, replanned)
    expect(rows).toEqual([{ replanned: 1 }])
  }
  const { rows } = await database.pool.query('select statement from pg_prepared_statements')
  const texts = rows.map(({ statement }: { statement: string }) => statement)
  expect(texts.filter((text) => text.includes('as prepared'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('as replanned'))).toEqual([])
})

test('the statements of one pool do not use up the prepared statements of another', async () => {
  const busy = await createDatabase(undefined, 1)
  for (let number = 0; number < 400; number++)
    for (let times = 0; times < 2; times++) await busy.pool.query(`select $1::int + ${number}`, [1])
  const [mostNamed] = (await busy.pool.query('select count(*) from pg_prepared_statements')).rows
  await busy.drop()
  expect(mostNamed).toEqual({ count: 400 })
  for (let times = 0; times < 2; times++) await database.pool.query('select $1::int as other', [1])
  const { rows } = await database.pool.query('select statement from pg_prepared_statements')
  expect(rows).toContainEqual({ statement: 'select $1::int as other' })
})
