import { CompiledQuery } from 'kysely'
import { MAX_COUNT } from './count-rows.ts'
import type { Db } from '../database.ts'

/** A list that each of several parents has, as SQL over `$n` parameters. */
type CountedList = {
  from: string
  /** Conditions, of which one compares with the parent's id, `wanted.id`. */
  conditions: readonly string[]
  /** Parameters of the conditions. */
  values: readonly unknown[]
}

/**
 * Returns a function that counts the rows of a parent's list, up to `MAX_COUNT` + 1. Its first call counts the
 * lists of all parents in one statement.
 */
export function countLists(
  db: Db,
  parentIds: readonly number[],
  list: () => CountedList,
): (parentId: number) => Promise<number> {
  let counts: Promise<Map<number, number>> | undefined
  return async (parentId) => {
    counts ??= readCounts(db, parentIds, list())
    return (await counts).get(parentId) ?? 0
  }
}

async function readCounts(
  db: Db,
  parentIds: readonly number[],
  { from, conditions, values }: CountedList,
): Promise<Map<number, number>> {
  const text = `select wanted.id, counted.count from unnest($${values.length + 1}::int[]) as wanted(id)
    cross join lateral (select count(*)::int as count from (
      select 1 from ${from} where ${conditions.join(' and ')} limit ${MAX_COUNT + 1}) as rows) as counted`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ id: number; count: number }>(CompiledQuery.raw(text, [...values, parentIds]))
  return new Map(rows.map(({ id, count }) => [id, count]))
}
