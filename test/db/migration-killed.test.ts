import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { concurrentIndexOf } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { cleanUp, temporary, write } from './support.ts'

const BUILD =
  '-- By hand.\nCREATE INDEX CONCURRENTLY "post_title" ON "post" ("title") WHERE "title" <> \'\';\n'

/** Creates a directory with migrations. */
const directory = (migrations: Record<string, string>) =>
  write(
    temporary(),
    Object.fromEntries(Object.entries(migrations).map(([name, sql]) => [`${name}/migration.sql`, sql])),
  )

let database: TestDatabase
const clients: pg.Client[] = []

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end().catch(() => {})))
  await database.drop()
  await cleanUp()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

test('an index that a killed process was building is built again', async () => {
  const [writer, builder, watcher] = [await connect(), await connect(), await connect()]
  await watcher.query('DROP SCHEMA public CASCADE')
  await watcher.query('CREATE SCHEMA public')
  const first = { '001_first': 'CREATE TABLE post (title text);' }
  const url = database.url
  await migrate({ url, migrationsDir: directory(first) })
  await writer.query('BEGIN')
  await writer.query(`INSERT INTO post VALUES ('a')`)
  const built = builder.query(BUILD).catch((error: unknown) => error)
  await watcher.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('cut', 'x', '002_index')`,
  )
  const isBuilding = async () =>
    (await watcher.query(`SELECT FROM pg_index WHERE indexrelid = to_regclass('post_title')`)).rowCount
  await expect.poll(isBuilding).toBe(1)
  const migrated = migrate({ url, migrationsDir: directory({ ...first, '002_index': BUILD }) })
  expect(await built).toMatchObject({ code: '57P01' })
  await writer.query('COMMIT')
  expect(await migrated).toEqual({ applied: ['002_index'] })
  const { rows } = await watcher.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('post_title')`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test.each([
  [BUILD, 'post_title'],
  ['create index concurrently post_title on post (title)', 'post_title'],
  [`${BUILD}${BUILD}`, null],
  ['CREATE UNIQUE INDEX CONCURRENTLY u ON post (title);', null],
  ['CREATE INDEX u ON post (title);', null],
])('the index that is all of %j is %j', (sql, name) => {
  expect(concurrentIndexOf(sql)).toBe(name)
})
