import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

type Relation = { table: string; name: string; definition: string }

/**
 * Drops the foreign keys and triggers of tables, and the foreign keys that lead to them. No foreign key may lead to
 * a table that is not distributed yet, and the rows that are copied to a server fire its triggers, which write
 * tables that are not there yet. Returns a function that creates all of them again.
 */
export async function dropRelations(tx: Transaction, tables: string[]): Promise<() => Promise<void>> {
  const keys = await readForeignKeys(tx, tables)
  const triggers = await readTriggers(tx, tables)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx)
  for (const { table, name } of triggers)
    await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(tx)
  return async () => {
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    for (const { definition } of triggers) await sql.raw(definition).execute(tx)
  }
}

/** Returns the foreign keys that lead from or to one of the tables. */
async function readForeignKeys(tx: Transaction, tables: string[]): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select source.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class source on source.oid = k.conrelid join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
      and (source.relname = any(${tables}::text[]) or target.relname = any(${tables}::text[]))
    order by 1, 2`.execute(tx)
  return rows
}

/** Returns the triggers of the tables, without those of foreign keys and of partitions. */
async function readTriggers(tx: Transaction, tables: string[]): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${tables}::text[])
    order by 1, 2`.execute(tx)
  return rows
}
