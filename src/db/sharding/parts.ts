import { sql, type RawBuilder } from 'kysely'
import { snakeCase } from '../../lib/text/case.ts'
import type { Db } from '../database.ts'
import { isDistributed } from './is-distributed.ts'

/** A query of WITH that writes or reads rows. */
export type Part = {
  name: string
  query: RawBuilder<unknown>
  /** Whether later parts read its rows as they were before these, which are read once. */
  materialized?: boolean
  /** The columns that later parts read, with their types: `id int, created_at timestamptz`. */
  columns?: string
}

/**
 * Executes the parts and then `last`, which may read their rows, in one statement. Returns the rows of `last`, or
 * of the part that it names. A distributed database executes the parts one after the other, because it would send
 * the rows of each to all servers, those of other organizations too. There it requires a transaction. No part may
 * depend on the state before an earlier one. `execute` executes `last`, with the parts before it on one server.
 */
export async function executeParts<Row>(
  db: Db,
  parts: readonly Part[],
  last: RawBuilder<Row> | string,
  execute: (db: Db, statement: RawBuilder<Row>) => Promise<Row[]> = rowsOf,
): Promise<Row[]> {
  if (!isDistributed(db)) {
    const queries = parts.map(
      ({ name, query, materialized }) =>
        sql`${sql.raw(`${name} as ${materialized ? 'materialized ' : ''}`)}(${query})`,
    )
    const end = typeof last === 'string' ? sql`select * from ${sql.table(last)}` : last
    return execute(db, sql`with ${sql.join(queries)} ${end}`)
  }
  if (!db.isTransaction) throw new Error('Parts in a distributed database require a transaction')
  const known: RawBuilder<unknown>[] = []
  let asked: unknown[] = []
  for (const { name, query, columns } of parts) {
    const { rows } = await after(known, query).execute(db)
    if (name === last) asked = rows
    if (columns !== undefined) known.push(given(name, columns, rows))
  }
  return typeof last === 'string' ? (asked as Row[]) : execute(db, after(known, last))
}

const rowsOf = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db)).rows

const after = <Row>(known: RawBuilder<unknown>[], query: RawBuilder<Row>): RawBuilder<Row> =>
  known.length === 0 ? query : sql<Row>`with ${sql.join(known)} ${query}`

/**
 * Returns a query of WITH that has the rows of a part. It is no part of its own, so that no server receives its
 * rows.
 */
function given(name: string, columns: string, rows: unknown[]): RawBuilder<unknown> {
  const stored = rows.map((row) =>
    Object.fromEntries(Object.entries(row as object).map(([column, value]) => [snakeCase(column), value])),
  )
  return sql`${sql.raw(name)} as not materialized (
    select * from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as ${sql.raw(`${name}(${columns})`)})`
}
