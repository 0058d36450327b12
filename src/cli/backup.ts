import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { pruneArchive } from '../db/embedded/backup/archive.ts'
import type { Backup } from '../db/embedded/backup/make-backup.ts'
import { restoreBackup, type Restored } from '../db/embedded/backup/restore-backup.ts'
import type { Target } from '../db/embedded/backup/recover.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts'
import { hasDatabase } from '../db/embedded/home.ts'

/** A time with its zone, because that of a server is easily another than that of its operator. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

const log = (line: string) => void process.stderr.write(`${line}\n`)

/** Backs up the installation, and returns where and what. Applies no migrations. @throws Error without a database */
export async function backUp({ dataDir, archive }: Config, folder: string): Promise<Backup> {
  if (!hasDatabase(dataDir)) throw new Error(`There is no database in ${dataDir}: set DATA_DIR`)
  const embedded = await startEmbeddedPostgres({ dataDir, archive })
  try {
    return await embedded.backup(resolve(folder))
  } finally {
    await embedded.stop()
  }
}

type Flags = { to?: string | undefined; archive?: string | undefined; replace?: boolean | undefined }

/** Restores a backup into DATA_DIR. @throws Error for a time without its zone, or without the archive */
export async function restore(config: Config, folder: string, flags: Flags): Promise<Restored> {
  const { dataDir, archive } = config
  const target = targetOf({ archive: archive?.folder, ...flags })
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => ending.abort(new Error('The restore was interrupted. Nothing was replaced.')))
  const { replace = false } = flags
  return restoreBackup({ folder: resolve(folder), dataDir, target, replace, log, signal: ending.signal })
}

/** Removes what backups before `folder` need of the archive. @throws Error without ARCHIVE_DIR */
export function prune({ archive }: Config, folder: string): { removed: number; kept: number } {
  if (archive === null) throw new Error('Set ARCHIVE_DIR to the archive')
  return pruneArchive(archive.folder, resolve(folder))
}

function targetOf({ to, archive }: Flags): Target {
  const from = archive === undefined ? null : resolve(archive)
  if (to === undefined) return { time: null, archive: from }
  if (from === null) throw new Error('--to needs the archive: set ARCHIVE_DIR or --archive')
  if (to === 'latest') return { time: to, archive: from }
  const time = new Date(to)
  if (!TIME.test(to) || Number.isNaN(time.getTime()))
    throw new Error('--to must be a time with its zone, such as 2027-01-31T10:00:00Z, or latest')
  return { time, archive: from }
}
