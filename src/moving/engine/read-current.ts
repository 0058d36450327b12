import { sql } from 'kysely'
import type { RowContext, Shape } from './drafts.ts'

/** Returns rows as JSON by id. */
export async function readCurrent(
  step: RowContext,
  { table, columns, extra }: Pick<Shape, 'table' | 'columns' | 'extra'>,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ row: Record<string, unknown> & { id: number } }>`
    select jsonb_build_object(${sql.join(Object.keys(columns).flatMap((name) => [sql.lit(name), sql.ref(`t.${name}`)]))}) as row
    from ${sql.table(table)} t where t.organization_id = ${step.session.organizationId} and t.id = any(${ids}::int[])`.execute(
    step.db,
  )
  const more = (await extra?.(step, ids)) ?? new Map<number, Record<string, unknown>>()
  return new Map(rows.map(({ row }) => [row.id, { ...row, ...more.get(row.id) }]))
}
