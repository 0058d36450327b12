import { sql } from 'kysely'
import type { Kind } from './plan.ts'
import type { Applied, RowContext, Shape } from './drafts.ts'
import { hashFields, refKey } from './hashes.ts'
import type { Step } from './step.ts'

type NewIds = (step: Step, count: number) => Promise<number[]>

/** Returns ids for new rows: those of the sequence, and negative ones in a plan. */
export const newIds =
  (table: string): NewIds =>
  async ({ db, writes, memory }, wanted) => {
    if (wanted === 0) return []
    if (!writes) return Array.from({ length: wanted }, () => (memory.virtual -= 1))
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(id::int order by id) as ids
      from (select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${wanted}::int)) taken`.execute(
      db,
    )
    return rows[0]?.ids ?? []
  }

/** Inserts the rows of new drafts in one statement. */
export async function insertRows(
  { db, session }: Step,
  { table, columns }: Shape,
  rows: readonly Applied[],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns)
  const values = rows.map(({ draft, id }) => ({ ...draft.values, id }))
  await sql`insert into ${sql.table(table)} (organization_id, ${sql.join(names.map((name) => sql.ref(name)))})
    select ${session.organizationId}::int, ${sql.join(names.map((name) => sql.ref(`r.${name}`)))}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(${sql.raw(
      Object.entries(columns)
        .map(([name, type]) => `"${name}" ${type}`)
        .join(', '),
    )})`.execute(db)
}

/** Sets columns of rows. Values of no column are left out. */
export async function updateColumns(
  { db, session }: RowContext,
  { table, columns }: Pick<Shape, 'table' | 'columns'>,
  rows: readonly { id: number; set: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const names = [...new Set(rows.flatMap(({ set }) => Object.keys(set)))].filter((name) => name in columns)
  if (names.length === 0) return
  const values = rows.map(({ id, set }) => ({ id, set }))
  const typed = sql.raw(names.map((name) => `"${name}" ${columns[name] ?? ''}`).join(', '))
  await sql`update ${sql.table(table)} t set ${sql.join(
    names.map(
      (name) =>
        sql`${sql.ref(name)} = case when r.set ? ${sql.lit(name)} then v.${sql.ref(name)} else t.${sql.ref(name)} end`,
    ),
  )}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id int, set jsonb),
      lateral jsonb_to_record(r.set) as v(${typed})
    where t.organization_id = ${session.organizationId} and t.id = r.id and r.set <> '{}'`.execute(db)
}

/** A row before an update. */
type Previous = {
  id: number
  second?: number
  previous: Record<string, unknown>
  /** Values that the run writes. */
  set?: Readonly<Record<string, unknown>>
  /** External id of the reference that the run changes. */
  key?: string
}

/** Stores what rows and their references were before the run, once, and hashes of what the run writes. */
export async function storePrevious(
  { db, session }: Step,
  kind: Kind,
  rows: readonly Previous[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ set = {}, key, ...row }) => ({
    ...{ ...row, written: hashFields(set) },
    key: key === undefined ? null : refKey(key),
  }))
  await sql`insert into import_changes (organization_id, run_id, kind, local_id, second_id, previous, written, ref)
    select ${session.organizationId}::int, ${session.runId}::int, ${kind}, r.id, coalesce(r.second, 0), r.previous, r.written,
      (select to_jsonb(one) from external_refs one where one.organization_id = ${session.organizationId}
        and one.source_name = ${session.sourceName} and one.kind = ${kind} and one.external_id = r.key)
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as r(id int, second int, previous jsonb, written jsonb, key text)
    on conflict (organization_id, run_id, kind, local_id, second_id)
    do update set previous = excluded.previous || import_changes.previous,
      written = import_changes.written || excluded.written, ref = coalesce(import_changes.ref, excluded.ref)`.execute(
    db,
  )
}
