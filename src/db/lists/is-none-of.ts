import { sql, type RawBuilder } from 'kysely'

/** Returns SQL of the condition that the key of the row with the alias `row` is not one of the `keys`. */
export const isNoneOf = (
  row: RawBuilder<unknown>,
  keys: readonly { organizationId: number; id: number }[],
): RawBuilder<boolean> =>
  sql<boolean>`${row}.organization_id || '/' || ${row}.id <> all(${keys.map(({ organizationId, id }) => `${organizationId}/${id}`)}::text[])`
