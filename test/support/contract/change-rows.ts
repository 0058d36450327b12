import type { Pool } from 'pg'

/**
 * Changes each column of an organization's rows of a table, where the database permits it. Returns the function that
 * undoes it.
 */
export async function changeRows(
  pool: Pool,
  organizationId: number,
  table: string,
): Promise<() => Promise<void>> {
  const { rows: columns } = await pool.query<{ name: string; type: string; labels: string[] | null }>(
    `select attname as name, format_type(atttypid, null) as type,
       (select array_agg(enumlabel::text) from pg_enum where enumtypid = atttypid) as labels
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and attname not in ('id', 'organization_id')`,
    [table],
  )
  const undo: (() => Promise<unknown>)[] = []
  for (const { name, type, labels } of columns) {
    const value = changedValue(name, type, labels)
    if (value === null) continue
    const old = await pool.query<{ value: unknown }>(
      `select "${name}"::text as value from "${table}" where organization_id = $1`,
      [organizationId],
    )
    const set = (to: string, values: unknown[]) =>
      pool.query(`update "${table}" set "${name}" = ${to} where organization_id = $1`, [
        organizationId,
        ...values,
      ])
    // A check or a foreign key refuses some.
    const isSet = await set(value, []).then(
      () => true,
      () => false,
    )
    if (isSet && old.rowCount === 1)
      undo.push(() =>
        set(`$2::text::${labels ? `"${type.replaceAll('"', '')}"` : type}`, [old.rows[0]?.value]),
      )
  }
  return async () => {
    for (const one of undo.reverse()) await one().catch(() => {})
  }
}

function changedValue(name: string, type: string, labels: string[] | null): string | null {
  if (labels) return `'${labels.at(-1)}'`
  if (type === 'text') return `"${name}" || 'x'`
  if (type === 'boolean') return `not "${name}"`
  if (/^timestamp/.test(type)) return `coalesce("${name}", 'epoch') + interval '1 day'`
  if (/int|numeric|double|real/.test(type)) return `coalesce("${name}", 0) + 1`
  return type === 'jsonb' ? `'{"changed": 1}'` : null
}
