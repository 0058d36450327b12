import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../src/server/lifecycle/bootstrap.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

/** The statements with which the documentation empties a database before a restore. */
const [, ...STATEMENTS] =
  /^psql "\$DATABASE_URL" -c '([^']+)' -c '([^']+)'/m.exec(readFileSync(`${ROOT}docs/scale.md`, 'utf8')) ?? []

test('a role that owns only its database empties it for a restore as the documentation states', async () => {
  const { pool } = app.database
  await pool.query("create role owner_only login password 'owner' nosuperuser nocreatedb nocreaterole")
  await pool.query('create database owned owner owner_only')
  const url = new URL(app.database.url)
  Object.assign(url, { username: 'owner_only', password: 'owner', pathname: '/owned' })
  const asOwner = async <Row extends object>(statement: string) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    return client.query<Row>(statement).finally(() => client.end())
  }
  const tables = async () =>
    (await asOwner("select from pg_tables where schemaname = 'public'")).rowCount ?? 0
  const create = () => migrate({ url: url.href, migrationsDir: MIGRATIONS, log: () => {} })
  try {
    await create()
    const all = await tables()
    expect(all).toBeGreaterThan(40)
    expect(STATEMENTS).toHaveLength(2)
    for (const statement of STATEMENTS) await asOwner(statement)
    expect(await tables()).toBe(0)
    await create()
    expect(await tables()).toBe(all)
  } finally {
    await pool.query('drop database owned with (force)')
    await pool.query('drop role owner_only')
  }
})
