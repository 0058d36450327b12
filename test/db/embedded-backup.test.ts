import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { restoreBackup } from '../../src/db/embedded/backup/restore-backup.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { backUpFirst } from '../../src/server/lifecycle/back-up-first.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { until } from '../support/postgres-server.ts'
import { cleanUp, installed, query, start, temporary } from './support.ts'

afterAll(cleanUp)

test('the embedded database is backed up before migrations, not without one, and the newest two backups remain', async () => {
  const dataDir = await installed()
  const embedded = await start(dataDir)
  const migrationsDir = join(temporary(), 'migrations')
  cpSync(MIGRATIONS, migrationsDir, { recursive: true })
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const upgrade = () =>
    migrate({
      url: embedded.ownerUrl,
      migrationsDir,
      before: (migration) => backUpFirst({ dataDir, embedded, migration, log, warn: log }),
    })
  const add = async (name: string) => {
    mkdirSync(join(migrationsDir, name))
    writeFileSync(join(migrationsDir, name, 'migration.sql'), `create table "${name}" ()`)
    expect(await upgrade()).toEqual({ applied: [name] })
  }
  await upgrade()
  expect(readdirSync(dataDir)).not.toContain('backups')
  // An older backup, before a migration of a later name.
  mkdirSync(join(dataDir, 'backups/before-9001_other-20200101000000'), { recursive: true })
  for (const name of ['8001_one', '8002_two', '8003_three']) await add(name)
  const backups = readdirSync(join(dataDir, 'backups')).sort()
  expect(backups).toEqual([
    expect.stringMatching(/^before-8002_two-\d{14}$/),
    expect.stringMatching(/^before-8003_three-\d{14}$/),
  ])
  expect(lines).toHaveLength(3)

  const target = join(temporary(), 'restored')
  const folder = join(dataDir, 'backups', backups[1] ?? '')
  const state = { time: null, archive: null }
  await restoreBackup({ folder, dataDir: target, target: state, replace: false, log })
  const restored = await start(target)
  const tables = `select relname as name from pg_class where relname like '800%' order by 1`
  expect(await query(restored.url, tables)).toEqual([{ name: '8001_one' }, { name: '8002_two' }])
})

test('a backup refuses a symbolic link among the files of the database', async () => {
  const dataDir = await installed()
  const embedded = await start(dataDir)
  symlinkSync('PG_VERSION', join(dataDir, 'postgres/base/1/linked'))
  const folder = join(temporary(), 'backup')
  await expect(embedded.backup(folder)).rejects.toThrow('base/1/linked of the database is a symbolic link')
  expect(existsSync(folder)).toBe(false)
})

test('a restore takes the keys away before the database, and returns the database before the keys', async () => {
  const dataDir = await installed()
  const embedded = await start(dataDir)
  const folder = join(temporary(), 'backup')
  await embedded.backup(folder)
  await embedded.stop()
  const names: string[] = []
  const watcher = watch(dataDir, (_, name) => void names.push(name ?? ''))
  const target = { time: null, archive: null }
  await restoreBackup({ folder, dataDir, target, replace: true, log: () => {} })
  const moved = () => names.filter((name) => /^(postgres|postgres\.password|secret\.key)$/.test(name))
  await until(async () => moved().length >= 6)
  watcher.close()
  // A start between two of them finds keys only beside a database, and never makes an empty one with them.
  expect([moved().slice(0, 3), moved()[3]]).toEqual([
    ['secret.key', 'postgres.password', 'postgres'],
    'postgres',
  ])
})
