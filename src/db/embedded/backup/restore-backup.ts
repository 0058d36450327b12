import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '../../../lib/files/write-whole.ts'
import { findBinaries } from '../binaries.ts'
import { chownTree } from '../cluster.ts'
import { findHome, giveToOwner, type Home } from '../home.ts'
import { isHeld, lock } from '../lock.ts'
import { endAtOnce, runningServer } from '../server.ts'
import { copyFiles, makeDirectories, sumOf, syncDirectories } from './copy-files.ts'
import { BESIDE, CLUSTER, PASSWORD } from './make-backup.ts'
import { assertSums, readManifest, type Manifest } from './manifest.ts'
import { recover, type Target } from './recover.ts'

type RestoreOptions = {
  /** A backup. */
  folder: string
  dataDir: string
  target: Target
  /** Moves the files of an installation in `dataDir` aside. Otherwise there may be none. */
  replace: boolean
  /** Aborts the restore, which leaves no server running. */
  signal?: AbortSignal
  log: (line: string) => void
}

export type Restored = {
  dataDir: string
  /** Time of the last change that was restored, in ISO 8601. Null if there was none since the begin of the backup. */
  lastChange: string | null
  /** Directories with the files that were in the way. */
  replaced: string[]
}

const START_LOCK_MS = 1_000
const DRAFT = 'postgres.restore'

/**
 * Restores a backup into `dataDir`, at the end of the backup or at the target. No process may use it. The cluster is
 * recovered in another directory, which is renamed at the end. Ids continue above those that were
 * given after the backup.
 * @throws Error when `dataDir` is used or has an installation, when the backup is damaged, or the target out of reach
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, dataDir, target, replace, log, signal } = options
  const manifest = readManifest(folder)
  assertInReach(manifest, target)
  const home = findHome(dataDir, log)
  const starting = await lock(join(home.dir, 'postgres.lock'), 'exclusive', START_LOCK_MS)
  try {
    if (isHeld(join(home.dir, 'postgres.users')) || runningServer(home.cluster))
      throw new Error(`A process uses the database in ${home.dir}. Stop all of them before a restore.`)
    const present = pathsOf(home, dataDir).filter((path) => existsSync(path))
    if (present[0] !== undefined && !replace)
      throw new Error(
        `${dataDir} has an installation (${present[0]}). Name another DATA_DIR, or move its files aside with --replace.`,
      )
    const draft = { ...home, cluster: join(home.dir, DRAFT) }
    const files = await readFiles(folder, manifest)
    const binaries = await findBinaries(home, log)
    // A restore that was killed leaves its server running.
    if (runningServer(draft.cluster)) await endAtOnce(draft, binaries)
    await copyCluster(folder, manifest, draft)
    const password = (files[PASSWORD] ?? '').trim()
    const lastChange = await recover(draft, { binaries, password, target, log, signal })
    // The cluster is the last to go and the first to come: without its keys a start writes nothing.
    const replaced = moveAside(present.toReversed())
    renameSync(draft.cluster, home.cluster)
    for (const [name, text] of Object.entries(files))
      writeWhole(join(name === PASSWORD ? home.dir : dataDir, name), text)
    await syncDirectories(['.'], home.dir)
    giveToOwner(home.dir)
    return { dataDir, lastChange, replaced }
  } finally {
    rmSync(join(home.dir, DRAFT), { recursive: true, force: true })
    starting.release()
  }
}

/** @throws Error when the target precedes the end of the backup */
function assertInReach({ endedAt }: Manifest, { time }: Target): void {
  if (time instanceof Date && time < new Date(endedAt))
    throw new Error(`The backup ended at ${endedAt}, after that time. Restore an earlier backup.`)
}

/** The files that a restore replaces. */
function pathsOf(home: Home, dataDir: string): string[] {
  return [home.cluster, join(home.dir, PASSWORD), ...BESIDE.map((name) => join(dataDir, name))]
}

/** Reads the files beside the cluster. @throws Error when one is damaged */
async function readFiles(folder: string, { files }: Manifest): Promise<Record<string, string>> {
  const names = Object.keys(files).filter((name) => existsSync(join(folder, name)))
  const sums = await Promise.all(names.map(async (name) => [name, await sumOf(join(folder, name))] as const))
  assertSums(folder, files, Object.fromEntries(sums))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

async function copyCluster(folder: string, { directories, cluster }: Manifest, draft: Home): Promise<void> {
  rmSync(draft.cluster, { recursive: true, force: true })
  await makeDirectories(directories, draft.cluster)
  const from = join(folder, CLUSTER)
  assertSums(from, cluster, await copyFiles(Object.keys(cluster), from, draft.cluster))
  await syncDirectories(directories.toReversed(), draft.cluster)
  const { uid, gid } = draft.user
  if (uid !== undefined && gid !== undefined) chownTree(draft.cluster, uid, gid)
}

/** Moves files into new directories beside them. Returns the directories. */
function moveAside(paths: string[]): string[] {
  const moment = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const targets = new Set<string>()
  for (const path of paths) {
    const target = join(dirname(path), `replaced-${moment}`)
    mkdirSync(target, { recursive: true, mode: 0o700 })
    renameSync(path, join(target, path.slice(dirname(path).length + 1)))
    targets.add(target)
  }
  return [...targets]
}
