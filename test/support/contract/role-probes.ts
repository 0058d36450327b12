import pg from 'pg'

/**
 * Owners of the database's objects, except those that PostgreSQL itself created, and the members of trusted
 * extensions, which the superuser owns.
 */
export const OWNERS = `select distinct owner::regrole::text from (
    select 'pg_class'::regclass as catalog, oid, relowner as owner from pg_class where relnamespace = 'public'::regnamespace
    union all select 'pg_type'::regclass, oid, typowner from pg_type where typnamespace = 'public'::regnamespace
    union all select 'pg_proc'::regclass, oid, proowner from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'pg_extension'::regclass, oid, extowner from pg_extension where extname <> 'plpgsql'
    union all select 'pg_database'::regclass, oid, datdba from pg_database where datname = current_database()) o
  where not exists (select 1 from pg_depend d where d.classid = o.catalog and d.objid = o.oid and d.deptype = 'e')
  order by 1`

/** The rows of a statement, run on a new connection to a URL. */
export async function rows<Row>(as: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(as)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The SQLSTATE that a statement fails with, or null when it succeeds. The statement is rolled back. */
export async function refusal(as: string, sql: string): Promise<string | null> {
  const client = new pg.Client(as)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(sql)
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.end()
  }
}
