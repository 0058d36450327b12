import { CompiledQuery, sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../database.ts'

/** Largest number of rows that a list counts exactly. */
export const MAX_COUNT = 10_000

/** Counts the rows of a query, up to `MAX_COUNT` + 1. */
export async function countRows<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const rows = query
    .clearSelect()
    .select(sql.lit(1).as('one'))
    .limit(sql.lit(MAX_COUNT + 1))
  const counted = sql<{ count: number }>`select count(*)::int as count from (${rows}) as rows`
  return (await counted.execute(db)).rows[0]?.count ?? 0
}

/** Counts the rows of a list that is given as SQL text, up to `MAX_COUNT` + 1. */
export async function countRowsOf(
  db: Db,
  { from, conditions, values }: { from: string; conditions: readonly string[]; values: readonly unknown[] },
): Promise<number> {
  const text = `select count(*)::int as count from (
    select 1 from ${from} where ${conditions.join(' and ')} limit ${MAX_COUNT + 1}) as rows`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ count: number }>(CompiledQuery.raw(text, [...values]))
  return rows[0]?.count ?? 0
}
