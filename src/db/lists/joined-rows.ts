import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database.ts'
import type { Comment, Post, User } from '../rows.ts'
import { wholeColumns } from './long-texts.ts'
import { executeBuiltAsArrays } from '../client/prepared-statements.ts'
import { rowOf } from './row-of.ts'

type Rows = { posts: Post; comments: Comment; users: User }

type Joined<Tables extends Record<string, keyof Rows>> = { [Alias in keyof Tables]: Rows[Tables[Alias]] }

/**
 * Returns a reader of statements that select whole rows of joined tables side by side. `tables` are their names by
 * alias.
 */
export function joinedRows<const Tables extends Record<string, keyof Rows>>(tables: Tables) {
  const aliases = Object.entries(tables)
  const columns: string[] = []
  const readers = aliases.map(([alias, table]) => {
    const start = columns.length
    const whole = wholeColumns(table, alias)
    columns.push(...whole.map(([column]) => column))
    const names = whole.map(([, name]) => name)
    return [alias, rowOf(names, start)] as const
  })
  return {
    /** The columns of the rows, which the statement selects first. */
    columns: sql.raw(columns.join(', ')),
    /** Executes a statement. Returns the rows by alias, and the further columns in order. */
    async read(db: Db, statement: RawBuilder<unknown>): Promise<[Joined<Tables>, ...unknown[]][]> {
      const rows = await executeBuiltAsArrays(db, statement)
      return rows.map((values) => [
        Object.fromEntries(readers.map(([alias, read]) => [alias, read(values)])) as Joined<Tables>,
        ...values.slice(columns.length),
      ])
    },
  }
}
