import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { cleanUp, emptyDatabase, query, temporary, write } from './support.ts'

afterAll(cleanUp)

/** Writes migrations to a directory. Returns it. */
const directory = (first: string, second?: string) =>
  write(temporary(), {
    '001_first/migration.sql': first,
    ...(second !== undefined && { '002_columns/migration.sql': second }),
  })

it('does not let other processes wait for a migration that waits for a transaction', async () => {
  const url = await emptyDatabase()
  const first = 'CREATE TABLE post (id int PRIMARY KEY);\nCREATE TABLE tag (id int PRIMARY KEY);\n'
  await migrate({ url, migrationsDir: directory(first) })
  const reader = new pg.Client(url)
  await reader.connect()
  await reader.query('BEGIN; SELECT FROM post')
  const lines: string[] = []
  const second = 'ALTER TABLE tag ADD COLUMN name text;\nALTER TABLE post ADD COLUMN title text;\n'
  const migrating = migrate({
    url,
    migrationsDir: directory(first, second),
    log: (line) => lines.push(line),
  })
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(() => query(url, waiting)).not.toEqual([])
  await query(url, 'INSERT INTO tag VALUES (1)')
  await query(url, 'INSERT INTO post VALUES (1)')
  expect(await query(url, 'SELECT * FROM post')).toEqual([{ id: 1 }])
  await expect.poll(() => lines).toContain('migration 002_columns waits for other transactions')
  await reader.query('COMMIT')
  await reader.end()
  expect(await migrating).toEqual({ applied: ['002_columns'] })
  expect(await query(url, 'SELECT name, title FROM post, tag')).toEqual([{ name: null, title: null }])
})
