import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { makeNameless, NAMELESS } from './nameless-programs.ts'
import { run } from './run.ts'
import type { ServerUser } from './user.ts'
import { writeWhole } from '../../lib/files/write-whole.ts'

/** The superuser. It owns everything in the cluster. */
export const SUPERUSER = 'echolog'
const DRAFT = 'postgres.init-'

/**
 * Ensures that `home.cluster` is a complete cluster of this major version that the server's user can access.
 * Returns the superuser's password. The caller holds the start lock. A cluster is created in a temporary
 * directory and renamed when complete, so an interrupted start leaves no partial cluster. An existing cluster
 * is never overwritten.
 * @throws Error for another major version, a directory that is no cluster, a lost password, or when initdb
 * fails.
 */
export async function ensureCluster(
  home: Home,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<string> {
  const passwordFile = join(home.dir, 'postgres.password')
  if (existsSync(home.cluster) && readdirSync(home.cluster).length === 0) rmdirSync(home.cluster)
  if (existsSync(home.cluster)) {
    assertSuitable(home.cluster, binaries.major)
    takeOwnership(home.cluster, home.user)
    if (!existsSync(passwordFile)) {
      throw new Error(
        `${passwordFile}, the password of the database in ${home.cluster}, is missing. Restore it from a backup, or move both away to begin with an empty database.`,
      )
    }
    return readFileSync(passwordFile, 'utf8').trim()
  }
  if (!existsSync(passwordFile)) writeWhole(passwordFile, `${randomBytes(24).toString('hex')}\n`)
  const password = readFileSync(passwordFile, 'utf8').trim()
  log(`creating a PostgreSQL ${binaries.major} database in ${home.cluster}`)
  await makeCluster(home, binaries, password)
  return password
}

/**
 * Checks that `cluster` is a data directory of this major version.
 * @throws Error with the remedy when it is not.
 */
export function assertSuitable(cluster: string, major: number): void {
  const read = (name: string) =>
    existsSync(join(cluster, name)) ? readFileSync(join(cluster, name), 'utf8').trim() : undefined
  const made = read('PG_VERSION')
  if (made === undefined || !existsSync(join(cluster, 'global/pg_control'))) {
    throw new Error(
      `${cluster} is not a complete PostgreSQL data directory. Restore it from a backup, or move it away to begin with an empty database; nothing in it was touched.`,
    )
  }
  if (made !== String(major)) {
    throw new Error(
      `${cluster} was created by PostgreSQL ${made}; this version of Echolog includes PostgreSQL ${major}, which cannot read it. Start the version of Echolog that created it, dump its database with a pg_dump of your system that is not older, because the packages have none, and restore the dump into the database of a new DATA_DIR. Or set DATABASE_URL to a PostgreSQL ${made} of your own.`,
    )
  }
}

function takeOwnership(cluster: string, user: ServerUser): void {
  const stat = statSync(cluster)
  if (user.uid !== undefined && user.gid !== undefined) {
    if (stat.uid !== user.uid) chownTree(cluster, user.uid, user.gid)
  } else if (process.getuid && stat.uid !== process.getuid()) {
    throw new Error(
      `The database in ${cluster} belongs to user ${stat.uid}. Start as that user, or give it to this one: chown -R ${process.getuid()} ${cluster}`,
    )
  }
  if (stat.mode & 0o027) chmodSync(cluster, 0o700)
}

/** Gives a directory and everything in it to a user. */
export function chownTree(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
}

async function makeCluster(home: Home, binaries: Binaries, password: string): Promise<void> {
  for (const name of readdirSync(home.dir)) {
    // An orphaned initdb may still write into its directory. If removal fails, the next start retries it.
    if (name.startsWith(DRAFT)) tryRemove(join(home.dir, name))
  }
  const draft = join(home.dir, `${DRAFT}${randomBytes(4).toString('hex')}`)
  const [secret, programs] = [`${draft}.password`, `${draft}.programs`]
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(secret, `${password}\n`, { mode: 0o600 })
    if (home.user.uid !== undefined && home.user.gid !== undefined) {
      for (const path of [draft, secret]) chownSync(path, home.user.uid, home.user.gid)
    }
    const args = [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]
    await run(binaries.initdb, args, home.user).catch((error: unknown) => {
      if (!NAMELESS.test(String(error))) throw error
      return run(makeNameless(binaries, programs), args, home.user)
    })
    renameSync(draft, home.cluster)
  } catch (error) {
    throw new Error(`Cannot create a database in ${home.dir}: ${(error as Error).message}`, { cause: error })
  } finally {
    for (const path of [draft, secret, programs]) tryRemove(path)
  }
}

function tryRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next start retries it.
  }
}
