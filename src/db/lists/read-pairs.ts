import { CompiledQuery } from 'kysely'
import type { Db } from '../database.ts'

/** Ids of the two objects that a row joins. */
export type Pair = readonly [number, number]

/** Table whose rows join two objects of an organization, as SQL. */
type PairTable = {
  /** Table with its alias, such as `votes v`. */
  from: string
  alias: string
  /** Columns of the two ids, in the order of each pair. */
  key: readonly [string, string]
  columns: string
}

/** Returns the rows of an organization that join the objects of given pairs, in one statement and in no order. */
export async function readPairs<Row>(
  db: Db,
  organizationId: number,
  pairs: readonly Pair[],
  { from, alias, key, columns }: PairTable,
): Promise<Row[]> {
  const text = `select ${columns} from ${from} where ${alias}.organization_id = $1
    and (${key.map((column) => `${alias}.${column}`).join(', ')}) in (select * from unnest($2::int[], $3::int[]))`
  const ids = [pairs.map(([first]) => first), pairs.map(([, second]) => second)]
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Row>(CompiledQuery.raw(text, [organizationId, ...ids]))
  return rows
}
