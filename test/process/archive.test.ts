import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createBackupSource,
  failureOf,
  postsIn,
  queryIn,
  type BackupSource,
  type Service,
} from '../support/backup-source.ts'
import { until } from '../support/postgres-server.ts'
import { cli, run } from '../support/program.ts'

let source: BackupSource
let service: Service
let archive: { ARCHIVE_DIR: string }
let here: { DATA_DIR: string; ARCHIVE_DIR: string }
let base: string
let kept: number
let later: number

beforeAll(async () => {
  source = await createBackupSource()
  archive = { ARCHIVE_DIR: source.path('archive') }
  here = { DATA_DIR: source.dataDir, ...archive }
  service = await source.start(source.dataDir, archive)
  base = source.path('base')
})
afterAll(() => source.remove())

/** Ends the segment of the log, and waits until it is in the archive. Returns its name. */
async function archived(): Promise<string> {
  const [last] = await queryIn<{ segment: string }>(
    source.dataDir,
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  await until(async () => existsSync(`${archive.ARCHIVE_DIR}/${last?.segment}`))
  return last?.segment ?? ''
}

/** Restores the state of a time into a new data directory, and returns its posts. */
async function restoredTo(time: string, name: string): Promise<Set<number>> {
  const dataDir = source.path(name)
  await cli({ ...archive, DATA_DIR: dataDir }, 'restore', base, '--to', time)
  const restored = await source.start(dataDir)
  const posts = await postsIn(dataDir)
  await restored.stop()
  return posts
}

type Doctor = { checks: { name: string; ok: boolean; detail: string }[] }

async function archiveCheck() {
  const command = run('src/cli.ts', here, ['doctor', '--json'])
  await command.ended
  return (JSON.parse(command.stdout()) as Doctor).checks.find(({ name }) => name === 'archive')
}

test('the archive restores the state of a time between two writes, and the last one', async () => {
  await cli(here, 'backup', base)
  kept = await service.submit('kept')
  // The time has milliseconds.
  const between = 'select pg_sleep(0.002), clock_timestamp() as at, pg_sleep(0.002)'
  const [moment] = await queryIn<{ at: Date }>(source.dataDir, between)
  later = await service.submit('later')
  await archived()
  const posts = await restoredTo(moment?.at.toISOString() ?? '', 'between')
  expect([posts.has(kept), posts.has(later)]).toEqual([true, false])
  const elsewhere = { ...archive, DATA_DIR: source.path('none') }
  const refused = (time: string) => failureOf(elsewhere, 'restore', base, '--to', time)
  expect(await refused(new Date(Date.now() + 3_600_000).toISOString())).toContain('The archive ends before')
  expect(await refused('2020-01-01T00:00:00Z')).toContain('Restore an earlier backup')
  expect(await refused('2020-01-01 00:00')).toContain('--to must be a time with its zone')
})

test('the archive goes on after a restore, and restores later states from the same backup', async () => {
  await service.stop()
  await cli(here, 'restore', base, '--to', 'latest', '--replace')
  service = await source.start(source.dataDir, archive)
  const posts = await postsIn(source.dataDir)
  expect([posts.has(kept), posts.has(later)]).toEqual([true, true])
  const third = await service.submit('third')
  expect(await archived()).toMatch(/^00000002/)
  expect((await restoredTo('latest', 'again')).has(third)).toBe(true)
})

test('a restore fails where it cannot read a segment, and does not take it for the end of the archive', async () => {
  const segment = `${archive.ARCHIVE_DIR}/${await archived()}`
  renameSync(segment, source.path('segment'))
  // Not even root reads a directory as a file.
  mkdirSync(segment)
  const elsewhere = { ...archive, DATA_DIR: source.path('unread') }
  expect(await failureOf(elsewhere, 'restore', base, '--to', 'latest')).toContain('cannot recover the backup')
  expect(existsSync(`${elsewhere.DATA_DIR}/postgres`)).toBe(false)
  rmdirSync(segment)
  renameSync(source.path('segment'), segment)
})

test('doctor reports a missing segment, and the archive is pruned up to the oldest backup', async () => {
  expect(await archiveCheck()).toMatchObject({ ok: true })
  const segments = readdirSync(archive.ARCHIVE_DIR).filter((name) => /^[0-9A-F]{24}$/.test(name))
  rmSync(`${archive.ARCHIVE_DIR}/${segments.sort()[1]}`)
  expect(await archiveCheck()).toMatchObject({ ok: false, detail: expect.stringContaining('is missing') })
  await cli(here, 'backup', source.path('second'))
  const { removed } = await cli<{ removed: number }>(here, 'prune-archive', source.path('second'))
  expect(removed).toBeGreaterThan(0)
  const plain = source.path('plain')
  await cli({ ...archive, DATA_DIR: plain }, 'restore', source.path('second'))
  // Its timeline is newer than all in the archive.
  expect(readdirSync(`${plain}/postgres/pg_wal`)).toContain('00000003.history')
  expect(await archiveCheck()).toMatchObject({ ok: true })
})

test('doctor reports an archive that cannot be written', async () => {
  const [{ segment } = { segment: '' }] = await queryIn<{ segment: string }>(
    source.dataDir,
    'select pg_walfile_name(pg_current_wal_lsn()) as segment',
  )
  writeFileSync(`${archive.ARCHIVE_DIR}/${segment}`, 'of another database')
  await service.submit('a change')
  await queryIn(source.dataDir, 'select pg_switch_wal()')
  await expect
    .poll(archiveCheck)
    .toMatchObject({ ok: false, detail: expect.stringContaining('could not be copied') })
})
