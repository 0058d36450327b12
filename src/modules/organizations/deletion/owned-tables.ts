import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** A table with rows of organizations, its primary key, and the columns with which its rows refer to each other. */
export type OwnedTable = {
  name: string
  key: string[]
  /** Foreign keys of the table to itself: pairs of a column and the one that it refers to. */
  inner: [column: string, referred: string][][]
}

type Row = OwnedTable & { refersTo: string[] }

/**
 * Returns all tables with rows of organizations, by the catalogue, each before those that it refers to. Partitions are
 * part of their tables. The table of organizations itself is not one of them.
 */
export async function listOwnedTables(db: Db): Promise<OwnedTable[]> {
  const { rows } = await sql<Row>`
    select c.relname as name,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)) as key,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo",
      coalesce((select json_agg((select json_agg(json_build_array(
            (select attname from pg_attribute where attrelid = c.oid and attnum = f.conkey[n]),
            (select attname from pg_attribute where attrelid = c.oid and attnum = f.confkey[n])))
          from generate_subscripts(f.conkey, 1) n))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = c.oid), '[]') as inner
    from pg_class c
    join pg_attribute owner on owner.attrelid = c.oid and owner.attname = 'organization_id' and not owner.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`.execute(db)
  return inOrder(rows)
}

/** Sorts tables so that each is before those that it refers to. @throws Error for a circle of references */
function inOrder(tables: readonly Row[]): OwnedTable[] {
  const sorted: OwnedTable[] = []
  let left = [...tables]
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some(({ refersTo }) => refersTo.includes(name)))
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    sorted.push(...free.map(({ name, key, inner }) => ({ name, key, inner })))
    left = left.filter((table) => !free.includes(table))
  }
  return sorted
}
