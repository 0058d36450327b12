import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { garbageCollection } from '../support/memory.ts'

const STATEMENTS = 300
const ROWS = 30
const COLUMNS = 22
const ROUNDS = 9

const database = await createDatabase()
afterAll(() => database.drop())

const columns = Array.from({ length: COLUMNS }, (_, index) => `repeat('a${index}', 8) || n as c${index}`)
const text = `select ${columns.join(', ')} from generate_series(1, ${ROWS}) n`

/** Bytes of the rows of a statement that a minor collection keeps and a major one frees. */
async function keptBytes(): Promise<number> {
  const collect = garbageCollection()
  collect()
  for (let index = 0; index < STATEMENTS; index++) {
    const { rows } = await sql.raw(text).execute(database.kysely)
    expect(rows.length).toBe(ROWS)
  }
  collect({ type: 'minor' })
  const { heapUsed: kept } = process.memoryUsage()
  collect()
  return (kept - process.memoryUsage().heapUsed) / STATEMENTS
}

test('a minor collection of garbage frees the rows of statements that are over', async () => {
  const kept: number[] = []
  for (let round = 0; round < ROUNDS; round++) kept.push(await keptBytes())
  kept.sort((one, other) => one - other)
  expect(kept[Math.floor(ROUNDS / 2)]).toBeLessThan(ROWS * COLUMNS * 8)
})
