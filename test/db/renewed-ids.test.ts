import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewIds } from '../../src/db/history/renew-ids.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

type Sequence = { name: string; last: number | null }

async function sequences(): Promise<Sequence[]> {
  const { rows } = await database.pool.query<Sequence>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows
}

test('every sequence moves, also of bigint and of a table without rows, and only when the history is another', async () => {
  const before = await sequences()
  expect(before.every(({ last }) => last === null)).toBe(true)
  await database.pool.query(`select setval('posts_id_seq', 1500000000), setval('events_id_seq', 3000000000)`)
  expect(await renewIds(database.kysely)).toBe(false)
  await database.pool.query(`update id_history set history = 'former'`)
  expect(await renewIds(database.kysely)).toBe(true)
  expect(await renewIds(database.kysely)).toBe(false)
  const after = new Map((await sequences()).map(({ name, last }) => [name, last]))
  const gap = (after.get('posts_id_seq') ?? NaN) - 1_500_000_000
  expect(gap).toBeGreaterThanOrEqual(1_000_000)
  expect(gap).toBeLessThan(16_000_000)
  expect(after.get('events_id_seq')).toBe(3_000_000_000 + gap)
  expect(after.size).toBe(before.length)
  const others = [...after]
    .filter(([name]) => !['posts_id_seq', 'events_id_seq'].includes(name))
    .map(([, last]) => last)
  const seconds = Math.floor((Date.now() - Date.UTC(2025, 0, 1)) / 1000)
  for (const last of others) expect(Math.abs((last ?? 0) - seconds)).toBeLessThan(86_400)
})

test('two restores of one backup, soon after an earlier one, continue with different ids', async () => {
  const restored = async () => {
    await database.pool.query("select setval('posts_id_seq', 1500000000)")
    await renewIds(database.kysely, { always: true })
    return (await sequences()).find(({ name }) => name === 'posts_id_seq')?.last
  }
  expect(await restored()).not.toBe(await restored())
})

test('no sequence moves when one would leave the range of ids, and the error has the remedy', async () => {
  await database.pool.query(`select setval('posts_id_seq', 1984000001)`)
  const before = await sequences()
  await expect(renewIds(database.kysely, { always: true })).rejects.toThrow(
    'posts_id_seq would exceed 2,000,000,000. If no id was lost, run: update id_history set history = present_history()',
  )
  expect(await sequences()).toEqual(before)
})
