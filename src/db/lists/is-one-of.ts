import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of the comparison of a key with ids, after the name of its column. PostgreSQL plans a comparison with a list for
 * each execution, because its plan depends on the length of the list. One id is compared directly, for which a
 * connection plans once.
 */
export const isOneOf = (ids: readonly number[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql`= ${ids[0]}::int` : sql`= any(${ids}::int[])`

/** The same for the text of a statement, with the parameter of the ids and its value. */
export const oneOf = (parameter: string, ids: readonly number[]): { comparison: string; value: unknown } =>
  ids.length === 1
    ? { comparison: `= ${parameter}::int`, value: ids[0] }
    : { comparison: `= any(${parameter}::int[])`, value: ids }
