import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { executeTogether } from '../../src/db/client/prepared-statements.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
const opened: TestDatabase[] = []
beforeEach(async () => {
  database = await createDatabase(undefined, 1)
  opened.push(database)
  await sql`create table kept (id int primary key, name text)`.execute(database.kysely)
})
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const keep = (id: number, name: string | null = null) =>
  sql<{ id: number }>`insert into kept (id, name) values (${id}, ${name}) returning *`
const kept = async () => (await database.pool.query('select id, name from kept order by id')).rows

test('statements are executed in order, and each sees the rows of those before, in one transaction', async () => {
  const add = (name: string) => sql<{ number: number; at: string }>`
    with added as (insert into kept select count(*) + 1, ${name} from kept returning id)
    select id as number, now()::text as at from added`
  // The text has no name at first, then one, and is prepared at last.
  for (let times = 0; times < 3; times++) {
    const rows = await executeTogether(database.kysely, ['a', 'b', 'c'].map(add))
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3].map((number) => times * 3 + number))
    expect(new Set(rows.map(({ at }) => at)).size).toBe(1)
  }
  expect((await kept()).map(({ name }) => name).join('')).toBe('abcabcabc')
})

test('no statement has an effect if one fails, and the connection continues', async () => {
  for (let times = 0; times < 3; times++) {
    await expect(executeTogether(database.kysely, [keep(1), keep(2), keep(1)])).rejects.toThrow(
      /duplicate key/,
    )
    expect(await kept()).toEqual([])
  }
  expect(await executeTogether(database.kysely, [keep(1), keep(2, "it's")])).toEqual([
    { id: 1, name: null },
    { id: 2, name: "it's" },
  ])
  await inTransaction(database.kysely, (tx) => keep(3).execute(tx))
  expect(await kept()).toHaveLength(3)
})

test('statements without rows, and statements of which only some have rows, are complete', async () => {
  const find = (id: number) => sql<{ id: number }>`select id from kept where id = ${id}`
  await executeTogether(database.kysely, [keep(2), keep(4)])
  expect(await executeTogether(database.kysely, [find(1), find(2), find(3), find(4)])).toEqual([
    { id: 2 },
    { id: 4 },
  ])
  expect(await executeTogether(database.kysely, [find(1), find(3)])).toEqual([])
  expect(await executeTogether(database.kysely, [])).toEqual([])
})

test('statements that were prepared before a column was added are sent again', async () => {
  const find = (id: number) => sql`select * from kept where id = ${id}`
  await executeTogether(database.kysely, [keep(1), keep(2)])
  for (let times = 0; times < 3; times++) await executeTogether(database.kysely, [find(1), find(2)])
  await sql`alter table kept add column color text default 'red'`.execute(database.kysely)
  expect(await executeTogether(database.kysely, [find(1), find(2)])).toEqual([
    { id: 1, name: null, color: 'red' },
    { id: 2, name: null, color: 'red' },
  ])
})

test('statements of different texts and those of a transaction are refused', async () => {
  const other = sql<{ id: number }>`select ${1}::int as id`
  await expect(executeTogether(database.kysely, [keep(1), other])).rejects.toThrow('differ in their texts')
  const inside = inTransaction(database.kysely, (tx) => executeTogether(tx, [keep(1), keep(2)]))
  await expect(inside).rejects.toThrow('a transaction of its own')
  expect(await kept()).toEqual([])
})
