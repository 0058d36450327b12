import pg from 'pg'

/** Owners of the database's objects, except those that PostgreSQL itself created. */
export const OWNERS = `select distinct owner::regrole::text from (
    select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
    union all select typowner from pg_type where typnamespace = 'public'::regnamespace
    union all select proowner from pg_proc where pronamespace = 'public'::regnamespace
    union all select datdba from pg_database where datname = current_database()) o order by 1`

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
