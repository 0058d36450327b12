import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { writeWhole } from '../../../lib/files/write-whole.ts'
import { VERSION } from '../../../lib/version.ts'
import { withClient } from '../../client/with-client.ts'
import type { Home } from '../home.ts'
import { tryLock } from '../lock.ts'
import { copyFiles, copySteady, makeDirectories, sumOf, syncDirectories, type Sum } from './copy-files.ts'
import { listCluster } from './list-cluster.ts'
import { writeManifest, type Manifest } from './manifest.ts'
import { HISTORY, segmentsBetween } from './segments.ts'

type BackupSource = {
  home: Home
  /** Address of the superuser. */
  url: string
  /** Version of the server. */
  version: string
  /** Directory of the key and of the demo's credentials. */
  dataDir: string
}

export type Backup = {
  folder: string
  bytes: number
  files: number
  startedAt: string
  endedAt: string
}

/** Files of DATA_DIR that an installation may have beside its database. */
export const BESIDE = ['secret.key', 'demo.json'] as const
export const PASSWORD = 'postgres.password'
export const CLUSTER = 'postgres'
const KEY = BESIDE[0]
const SILENT_MS = 20_000
const CONTROL = 'global/pg_control'

/**
 * Copies a running server and what belongs to its installation to the new directory `folder`, with the state at the end
 * of the copy (PostgreSQL, "Making a Base Backup Using the Low-Level API"). It is complete when it has its name. When
 * this process is killed, the server ends the backup and releases what it has kept for it.
 * @throws Error when `folder` has content, another backup runs, or the disk is full
 */
export async function makeBackup(source: BackupSource, folder: string): Promise<Backup> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(`${folder} has content. Name a new folder for each backup.`)
  const running = tryLock(join(source.home.dir, 'postgres.backup'), 'exclusive')
  if (!running) throw new Error('Another backup of this database is running.')
  const draft = join(dirname(folder), `.${basename(folder)}.part`)
  try {
    rmSync(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const manifest = await writeBackup(source, draft)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
    await syncDirectories(['.'], dirname(folder))
    const sums = [...Object.values(manifest.cluster), ...Object.values(manifest.files)]
    const { startedAt, endedAt } = manifest
    const bytes = sums.reduce((all, [size]) => all + size, 0)
    return { folder, bytes, files: sums.length, startedAt, endedAt }
  } catch (error) {
    throw explainDisk(error, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    running.release()
  }
}

function explainDisk(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Error(`The disk of ${folder} is full (${code}): there is no backup. Make room there.`, {
    cause: error,
  })
}

/** Writes all files of a backup, and its manifest as the last one. */
async function writeBackup(source: BackupSource, draft: string): Promise<Manifest> {
  const key = readBeside(source, KEY)
  const copied = await copyCluster(source, join(draft, CLUSTER))
  const files: Record<string, Sum> = {}
  const texts = {
    [PASSWORD]: readFileSync(join(source.home.dir, PASSWORD), 'utf8'),
    // A rotation that runs at the same time may drop the key of rows that it had not reached.
    [KEY]: joinLines(readBeside(source, KEY), key),
    [BESIDE[1]]: readBeside(source, BESIDE[1]),
  }
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') continue
    writeWhole(join(draft, name), text)
    files[name] = await sumOf(join(draft, name), { sync: true })
  }
  const manifest: Manifest = { format: 1, version: VERSION, postgres: source.version, ...copied, files }
  writeManifest(draft, manifest)
  return manifest
}

/** Returns a file of DATA_DIR. Empty if there is none. */
function readBeside({ dataDir }: BackupSource, name: string): string {
  const path = join(dataDir, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Returns the lines of both texts, those of the first one first, each once. */
const joinLines = (first: string, second: string) =>
  [...new Set(`${first}${second}`.split('\n').filter((line) => line !== ''))]
    .map((line) => `${line}\n`)
    .join('')

type Copied = Pick<Manifest, 'startedAt' | 'endedAt' | 'firstSegment' | 'directories' | 'cluster'>

/** Copies the cluster between the begin and the end of a backup on one connection, whose end ends both. */
function copyCluster({ url, home }: BackupSource, to: string): Promise<Copied> {
  return withClient({ connectionString: url, connectionTimeoutMillis: SILENT_MS }, async (client) => {
    await assertNoTablespaces(client)
    const begin = await beginBackup(client)
    const { directories, files } = await listCluster(home.cluster)
    await makeDirectories(directories, to)
    const cluster = await copyFiles(files, home.cluster, to)
    cluster[CONTROL] = await copySteady(join(home.cluster, CONTROL), join(to, CONTROL))
    const end = await endBackup(client)
    writeWhole(join(to, 'backup_label'), end.label)
    cluster.backup_label = await sumOf(join(to, 'backup_label'), { sync: true })
    const segments = segmentsBetween(begin.segment, end.segment)
    const histories = (await readdir(join(home.cluster, 'pg_wal'))).filter((name) => HISTORY.test(name))
    const log = [...segments, ...histories].map((name) => `pg_wal/${name}`)
    Object.assign(cluster, await copyFiles(log, home.cluster, to))
    const missing = segments.filter((name) => !cluster[`pg_wal/${name}`])
    if (missing.length > 0) throw new Error(`PostgreSQL has removed ${missing.join(', ')} during the backup.`)
    await syncDirectories(directories.toReversed(), to)
    return { startedAt: begin.at, endedAt: end.at, firstSegment: begin.segment, directories, cluster }
  })
}

async function assertNoTablespaces(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select spcname as name from pg_tablespace where spcname not in ('pg_default', 'pg_global')`,
  )
  if (rows[0])
    throw new Error(`The database has the tablespace ${rows[0].name}, which a backup does not copy.`)
}

type Moment = { segment: string; at: string }

const UTC = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Begins a backup. The slot keeps the segments of the log until the connection ends. */
async function beginBackup(client: pg.Client): Promise<Moment> {
  await client.query(
    `select pg_create_physical_replication_slot('echolog_backup_' || pg_backend_pid(), true, true)`,
  )
  const { rows } = await client.query<Moment>(
    `select pg_walfile_name(pg_backup_start('echolog', true)) as segment, ${UTC} as at`,
  )
  return rows[0] as Moment
}

/**
 * Ends a backup, and with it the last segment of the log that the backup needs. All that was committed before its time
 * is in the backup.
 */
async function endBackup(client: pg.Client): Promise<Moment & { label: string }> {
  const { rows: times } = await client.query<{ at: string }>(`select ${UTC} as at`)
  const { rows } = await client.query<{ segment: string; label: string }>(
    `select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`,
  )
  return { ...times[0], ...rows[0] } as Moment & { label: string }
}
