import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrationNames } from '../../src/db/migrations/files.ts'
import { migrate, pendingMigrations } from '../../src/db/migrations/migrate.ts'
import { cleanUp, emptyDatabase, query, temporary, write } from './support.ts'

const FIRST = 'CREATE TABLE post (id int PRIMARY KEY, title text);\n'
const FUNCTION = `CREATE FUNCTION shout(t text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  -- a semicolon; in a comment
  RETURN upper(t) || '; done';
END;
$$;
CREATE FUNCTION once_or_twice(n int) RETURNS int LANGUAGE sql BEGIN ATOMIC
  SELECT CASE WHEN n > 0 THEN 1 ELSE 2 END;
  SELECT CASE WHEN n > 0 THEN 1 ELSE 2 END;
END;
INSERT INTO post VALUES (once_or_twice(5), shout('a;b'));
INSERT INTO post VALUES (9, E'it\\'s; one text');
`
const THREE = {
  '001_first': FIRST,
  '002_function': FUNCTION,
  '003_index': 'CREATE INDEX CONCURRENTLY post_title ON post (title);\n',
}
const NAMES = Object.keys(THREE)

let root: string

beforeAll(() => {
  root = temporary()
})

afterAll(cleanUp)

/** Waits until another session runs a statement that contains a text. */
const isRunning = (url: string, text: string) => {
  const sessions = `SELECT 1 FROM pg_stat_activity WHERE strpos(query, '${text}') > 0 AND pid <> pg_backend_pid()`
  return expect.poll(() => query(url, sessions)).not.toEqual([])
}

describe('migrate', () => {
  it('applies all migrations in order, records them as Prisma does, and has nothing left to do', async () => {
    const url = await emptyDatabase()
    const migrationsDir = directory(Object.fromEntries(Object.entries(THREE).reverse()))
    expect(await pendingMigrations(url, readMigrationNames(migrationsDir))).toEqual(NAMES)
    expect(await migrate({ url, migrationsDir })).toEqual({ applied: NAMES })
    expect(await query(url, 'SELECT title FROM post ORDER BY id')).toEqual([
      { title: 'A;B; done' },
      { title: "it's; one text" },
    ])
    expect(
      await query(
        url,
        'SELECT migration_name AS name, length(checksum) AS l, finished_at IS NOT NULL AS finished, applied_steps_count AS steps FROM _prisma_migrations ORDER BY started_at',
      ),
    ).toEqual(NAMES.map((name) => ({ name, l: 64, finished: true, steps: 1 })))
    expect(await migrate({ url, migrationsDir })).toEqual({ applied: [] })
    const pool = new pg.Pool({ connectionString: url })
    expect(await pendingMigrations(pool, readMigrationNames(migrationsDir))).toEqual([])
    await pool.end()
  })

  it('lets one of several concurrent processes do the work, including an index created concurrently', async () => {
    const url = await emptyDatabase()
    const migrationsDir = directory(THREE)
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate({ url, migrationsDir })))
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 3])
  })

  it('names a failed migration with its line, rolls it back, and retries it once it is corrected', async () => {
    const url = await emptyDatabase()
    const broken = directory({
      '001_first': FIRST,
      '002_broken': 'CREATE TABLE half (id int);\nINSERT INTO nowhere VALUES (1);\n',
      '003_more': 'CREATE TABLE more (id int);',
    })
    await expect(migrate({ url, migrationsDir: broken })).rejects.toThrow(
      /^Migration 002_broken failed at line 2: relation "nowhere" does not exist \(42P01\)/,
    )
    expect(await query(url, "SELECT to_regclass('half') AS half, to_regclass('more') AS more")).toEqual([
      { half: null, more: null },
    ])
    await expect(migrate({ url, migrationsDir: broken })).rejects.toThrow(/^Migration 002_broken failed/)
    const corrected = directory({
      '001_first': FIRST,
      '002_broken': 'CREATE TABLE half (id int);',
      '003_more': 'CREATE TABLE more (id int);',
    })
    expect(await migrate({ url, migrationsDir: corrected })).toEqual({ applied: ['002_broken', '003_more'] })
  })

  it('does not retry a migration by itself that may have left partial changes', async () => {
    const url = await emptyDatabase()
    const migrationsDir = directory({
      '001_first': `${FIRST}INSERT INTO post VALUES (1, 'a'), (2, 'a');`,
      '002_unique': 'CREATE UNIQUE INDEX CONCURRENTLY u ON post (title);',
    })
    await expect(migrate({ url, migrationsDir })).rejects.toThrow(
      /^Migration 002_unique failed at line 1: could not create unique index.*Parts of it may have been applied/s,
    )
    await expect(migrate({ url, migrationsDir })).rejects.toThrow(
      /^Migration 002_unique was started and not finished.*DELETE FROM _prisma_migrations/s,
    )
  })

  it.each([
    ['a newer version', '002_later', /newer version: it has 002_later/],
    ['before the first release', '0002_oauth', /before the first release. Export/],
  ])('rejects a database of %s', async (_of, later, message) => {
    const url = await emptyDatabase()
    await migrate({ url, migrationsDir: directory({ '0001_first': FIRST, [later]: 'SELECT 1;' }) })
    const migrationsDir = directory({ '0001_first': FIRST })
    await expect(migrate({ url, migrationsDir })).rejects.toThrow(message)
  })

  it('warns of a migration that was edited later and accepts other line endings', async () => {
    const url = await emptyDatabase()
    await migrate({
      url,
      migrationsDir: directory({ '001_first': FIRST, '002_more': 'SELECT 1;\nSELECT 2;\n' }),
    })
    const lines: string[] = []
    const migrationsDir = directory({
      '001_first': `${FIRST}-- more`,
      '002_more': 'SELECT 1;\r\nSELECT 2;\r\n',
    })
    expect(await migrate({ url, migrationsDir, log: (line) => lines.push(line) })).toEqual({ applied: [] })
    expect(lines).toEqual([expect.stringContaining('migration 001_first was edited')])
  })

  it('completes the work of a killed process once its transaction has ended', async () => {
    const url = await emptyDatabase()
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query('SELECT pg_advisory_lock(1)')
    const migrationsDir = directory({ '001_slow': 'SELECT pg_advisory_xact_lock(1);' })
    const program = `const { migrate } = await import(${JSON.stringify(new URL('../../src/db/migrations/migrate.ts', import.meta.url).href)}); await migrate({ url: process.argv[1], migrationsDir: process.argv[2] })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, url, migrationsDir], {
      stdio: 'ignore',
    })
    await isRunning(url, 'pg_advisory_xact_lock(1)')
    child.kill('SIGKILL')
    const completed = migrate({ url, migrationsDir })
    await holder.end()
    expect((await completed).applied.length).toBeLessThanOrEqual(1)
    expect(
      await query(
        url,
        'SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations',
      ),
    ).toEqual([{ name: '001_slow', finished: true }])
    expect(await pendingMigrations(url, readMigrationNames(migrationsDir))).toEqual([])
  })

  it('reports a lost connection without ending the process', async () => {
    const url = await emptyDatabase()
    const target = new URL(url)
    const serverPort = Number(target.port)
    const lose: (() => void)[] = []
    const proxy = createServer((socket) => {
      const upstream = connect(serverPort, '127.0.0.1')
      socket
        .on('error', () => {})
        .pipe(upstream)
        .on('error', () => {})
        .pipe(socket)
      lose.push(() => [upstream, socket].forEach((end) => end.destroy()))
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    target.port = String((proxy.address() as AddressInfo).port)
    const migrationsDir = directory({ '001_slow': 'SELECT pg_sleep(30);' })
    const migrating = expect(migrate({ url: target.href, migrationsDir })).rejects.toThrow(
      /001_slow|Cannot migrate|terminated/,
    )
    await isRunning(url, 'pg_sleep(30)')
    for (const end of lose) end()
    await migrating
    proxy.close()
  })

  it('names the file that it cannot read', async () => {
    const migrationsDir = directory({ '001_first': FIRST })
    mkdirSync(join(migrationsDir, '002_empty'))
    await expect(migrate({ url: await emptyDatabase(), migrationsDir })).rejects.toThrow(
      /Cannot read the migrations.*002_empty/,
    )
  })
})

function directory(migrations: Record<string, string>): string {
  const files = Object.entries(migrations).map(([name, sql]) => [`${name}/migration.sql`, sql])
  return write(mkdtempSync(join(root, 'files-')), Object.fromEntries(files) as Record<string, string>)
}
