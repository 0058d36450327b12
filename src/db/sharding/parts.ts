import { sql, type RawBuilder } from 'kysely'
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
 * Executes the parts and then `last`, which may read their rows, in one statement. A distributed database executes them
 * one after the other, because it would send the rows of each part to all servers, those of other organizations too.
 * There it requires a transaction. No part may depend on the state before an earlier one. `execute` executes `last`,
 * with the parts before it on one server, and returns its rows.
 */
export async function executeParts<Row>(
  db: Db,
  parts: readonly Part[],
  last: RawBuilder<Row>,
  execute: (db: Db, statement: RawBuilder<Row>) => Promise<Row[]> = rowsOf,
): Promise<Row[]> {
  if (!isDistributed(db)) {
    const queries = parts.map(
      ({ name, query, materialized }) =>
        sql`${sql.raw(`${name} as ${materialized ? 'materialized ' : ''}`)}(${query})`,
    )
    return execute(db, sql`with ${sql.join(queries)} ${last}`)
  }
  if (!db.isTransaction) throw new Error('Parts in a distributed database require a transaction')
  const known: RawBuilder<unknown>[] = []
  for (const { name, query, columns } of parts) {
    const { rows } = await after(known, query).execute(db.withoutPlugins())
    if (columns !== undefined) known.push(given(name, columns, rows))
  }
  return execute(db, after(known, last))
}

const rowsOf = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db)).rows

const after = <Row>(known: RawBuilder<unknown>[], query: RawBuilder<Row>): RawBuilder<Row> =>
  known.length === 0 ? query : sql<Row>`with ${sql.join(known)} ${query}`

/** Returns a query of WITH that has the rows of a part. It is no part of its own, so that no server receives its rows. */
const given = (name: string, columns: string, rows: unknown[]) =>
  sql`${sql.raw(name)} as not materialized (
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.raw(`${name}(${columns})`)})`
