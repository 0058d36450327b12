import { CompiledQuery } from 'kysely'
import { countLists } from './count-lists.ts'
import type { Db } from '../database.ts'
import { longestInRow } from './long-texts.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from './keyset.ts'
import { Parameters } from './parameters.ts'

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
  const { alias, from, order, columns } = list
  const parameters = new Parameters(...list.values)
  const conditions = [...list.conditions]
  const { seek, tail, read } = pageClauses(order, request, parameters)
  if (seek) conditions.push(seek)
  const ids = `${parameters.add(parentIds)}::int[]`
  const most = `${parameters.next}::int`
  const selected = columns(most)
  if (selected.includes(most)) parameters.add(longestInRow(2 * parentIds.length * (read.size + 1)))
  const text = `select wanted.id as "wantedId", ${selected} from unnest(${ids}) as wanted(id) cross join lateral (
      select ${alias}.* from ${from} where ${conditions.join(' and ')} ${tail}) ${alias}
    ${read.orderBy}`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Row & { wantedId: number }>(CompiledQuery.raw(text, parameters.values))
  const grouped = Map.groupBy(rows, ({ wantedId }) => wantedId)
  const count = countLists(db, parentIds, () => list)
  return parentIds.map((id) => ({
    id,
    page: pageOf<Row>(order, grouped.get(id) ?? [], read, () => count(id)),
  }))
}
