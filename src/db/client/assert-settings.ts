import type pg from 'pg'

type Settings = {
  version: number
  encoding: string
  schema: string | null
  dateStyle: string
  isolation: string
  strings: string
  user: string
  database: string
}

/** The oldest supported version, as `server_version_num` shows it. */
const OLDEST_VERSION = 150_000

const SETTINGS = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, current_schema() as schema,
  current_setting('DateStyle') as "dateStyle", current_setting('default_transaction_isolation') as isolation,
  current_setting('standard_conforming_strings') as strings,
  quote_ident(current_user) as "user", quote_ident(current_database()) as database`

/**
 * Checks the properties of a database that its statements rely on, before anything is created in it.
 * @throws Error with the remedy
 */
export async function assertSettings(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<Settings>(SETTINGS)
  const problem = rows[0] && problemOf(rows[0])
  if (problem) throw new Error(`The database has ${problem}`)
}

function problemOf({
  version,
  encoding,
  schema,
  dateStyle,
  isolation,
  strings,
  ...names
}: Settings): string | null {
  const set = (setting: string) =>
    `run: alter role ${names.user} in database ${names.database} set ${setting}`
  if (version < OLDEST_VERSION) return `PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed`
  if (encoding !== 'UTF8')
    return `the encoding ${encoding}: create one with "create database … encoding 'UTF8' template template0"`
  if (schema !== 'public') return `the first schema ${schema ?? 'none'}: ${set('search_path = public')}`
  if (!dateStyle.startsWith('ISO')) return `the DateStyle ${dateStyle}: ${set("DateStyle = 'ISO'")}`
  if (isolation !== 'read committed')
    return `transactions that are ${isolation}: ${set("default_transaction_isolation = 'read committed'")}`
  if (strings !== 'on') return `the former syntax of strings: ${set('standard_conforming_strings = on')}`
  return null
}
