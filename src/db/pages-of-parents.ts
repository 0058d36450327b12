import { CompiledQuery } from 'kysely'
import { MAX_COUNT } from './count-rows.ts'
import type { Db } from './database.ts'
import { longestInRow } from './long-texts.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from './keyset.ts'
import { executeAsArrays } from './prepared-statements.ts'

/** A list that each of several parents has, as SQL over `$n` parameters. */
type ListOfParent<Row> = {
  /** Alias of the row's table in all parts, such as `c`. */
  alias: string
  /** Tables and joins, such as `comments c`. */
  from: string
  /** Conditions, of which one compares with the parent's id, `wanted.id`. */
  conditions: readonly string[]
  /** Parameters of the conditions. */
  values: readonly unknown[]
  order: OrderColumn<Row>[]
  /** Selected columns. `most` is the parameter of the longest text that is read within its row. */
  columns: (most: string) => string
  /** Joins for the selected columns of the rows of the page. */
  joins?: string
  /** Converts a row, which is then an array that starts with the parent's id. */
  toRow?: (values: unknown[]) => Row
}

/**
 * Reads the same page of the lists of several parents in one statement. Each page has the id of its parent.
 * The first `count` counts the lists of all parents, in one more statement.
 * @throws AppError INVALID_PARAM as `readPage`
 */
export async function readPagesOfParents<Row>(
  db: Db,
  parentIds: readonly number[],
  list: ListOfParent<Row>,
  request: PageRequest,
): Promise<{ id: number; page: Page<Row> }[]> {
  const { alias, from, order, columns, joins = '', toRow } = list
  const values = [...list.values]
  const conditions = [...list.conditions]
  const { seek, tail, read } = pageClauses(order, request, values)
  if (seek) conditions.push(seek)
  const ids = `$${values.push(parentIds)}::int[]`
  const most = `$${values.push(longestInRow(2 * parentIds.length * (read.size + 1)))}::int`
  const selected = columns(most)
  const usesMost = selected.includes(most)
  if (!usesMost) values.pop()
  const text = `select wanted.id as "wantedId", ${selected} from unnest(${ids}) as wanted(id) cross join lateral (
      select ${alias}.* from ${from} where ${conditions.join(' and ')} ${tail}) ${alias} ${joins}
    ${read.orderBy}`
  const grouped = toRow
    ? await readArrays(db, text, values, toRow)
    : Map.groupBy(await readObjects<Row>(db, text, values), ({ wantedId }) => wantedId)
  let counts: Promise<Map<number, number>> | undefined
  return parentIds.map((id) => ({
    id,
    page: pageOf<Row>(order, grouped.get(id) ?? [], read, async () => {
      counts ??= countLists(db, parentIds, list)
      return (await counts).get(id) ?? 0
    }),
  }))
}

async function readObjects<Row>(
  db: Db,
  text: string,
  values: unknown[],
): Promise<(Row & { wantedId: number })[]> {
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Row & { wantedId: number }>(CompiledQuery.raw(text, values))
  return rows
}

async function readArrays<Row>(
  db: Db,
  text: string,
  values: unknown[],
  toRow: (values: unknown[]) => Row,
): Promise<Map<number, Row[]>> {
  const grouped = new Map<number, Row[]>()
  for (const row of await executeAsArrays(db, text, values)) {
    const id = row[0] as number
    const group = grouped.get(id)
    if (group) group.push(toRow(row))
    else grouped.set(id, [toRow(row)])
  }
  return grouped
}

async function countLists<Row>(
  db: Db,
  parentIds: readonly number[],
  { from, conditions, values }: ListOfParent<Row>,
): Promise<Map<number, number>> {
  const text = `select wanted.id, counted.count from unnest($${values.length + 1}::int[]) as wanted(id)
    cross join lateral (select count(*)::int as count from (
      select from ${from} where ${conditions.join(' and ')} limit ${MAX_COUNT + 1}) as rows) as counted`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ id: number; count: number }>(CompiledQuery.raw(text, [...values, parentIds]))
  return new Map(rows.map(({ id, count }) => [id, count]))
}
