import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { makeDirectory } from '../../lib/files/make-directory.ts'
import { logPath } from './log.ts'
import { sharedBase } from './shared.ts'
import { chooseUser, isRoot, mayEnter, type ServerUser } from './user.ts'

/**
 * Location of an embedded database. `dir` contains its locks, password, record and log. `cluster` is
 * PostgreSQL's data directory.
 */
export type Home = { dir: string; cluster: string; user: ServerUser }

const POINTER = 'postgres.location'
/** Files of a data directory beside those of PostgreSQL. */
const OWNED = new Set(['secret.key', 'demo.json'])

/**
 * Finds or creates the home of the database of `dataDir`, which is `dataDir` itself by default. If the user
 * that runs PostgreSQL for root cannot enter it, the home is a directory in `/var/lib/echolog`. A pointer
 * file in `dataDir` names it.
 * @throws Error when a directory cannot be created, written or entered.
 */
export function findHome(dataDir: string, log: (line: string) => void): Home {
  const root = makeDataDirectory(dataDir)
  const user = chooseUser([join(root, 'postgres'), root])
  let dir = pointedAt(root)
  if (dir === undefined && !existsSync(join(root, 'postgres')) && !mayEnter(root, user)) {
    dir = makeElsewhere(root, user)
    log(`user ${user.uid}, who runs PostgreSQL for root, may not enter ${root}: its database is in ${dir}`)
  }
  dir ??= root
  const cluster = join(dir, 'postgres')
  const home = { dir, cluster, user: chooseUser([cluster, root]) }
  if (!mayEnter(dir, home.user)) {
    throw new Error(
      `The database in ${cluster} is not accessible to user ${home.user.uid}, who runs PostgreSQL for root. Allow entry (chmod o+x) to ${dir} and every directory above it, or move the directory to where that user may enter and set DATA_DIR to it.`,
    )
  }
  assertWritable(dir)
  return home
}

/**
 * Transfers the files that root created in `dir` to the owner of `dir`, who may start without root the next
 * time.
 */
export function giveToOwner(dir: string): void {
  const { uid, gid } = statSync(dir)
  if (!isRoot() || uid === 0) return
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isFile() && (entry.name.startsWith('postgres.') || OWNED.has(entry.name)))
      lchownSync(join(dir, entry.name), uid, gid)
  }
}

/** Whether `dataDir` has a database. Creates nothing. */
export function hasDatabase(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false
  const cluster = clusterOf(dataDir)
  return existsSync(cluster) && readdirSync(cluster).length > 0
}

/** Path of PostgreSQL's data directory of the existing `dataDir`. @throws Error when its pointer file is invalid. */
export function clusterOf(dataDir: string): string {
  const root = realpathSync(dataDir)
  return join(pointedAt(root) ?? root, 'postgres')
}

/** Creates `dataDir` unless it exists. @throws Error with the remedy, also when this user may not write to it. */
export function makeWritableDirectory(dataDir: string): void {
  const path = makeDataDirectory(dataDir)
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(path, error)
  }
}

function makeDataDirectory(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    makeDirectory(path)
    return realpathSync(path)
  } catch (error) {
    throw notWritable(path, error)
  }
}

function assertWritable(dir: string): void {
  try {
    closeSync(openSync(logPath(dir), 'a', 0o600))
  } catch (error) {
    throw notWritable(dir, error)
  }
}

function notWritable(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Error(`The disk of the data directory ${path} is full. Make room there and start again.`, {
      cause,
    })
  return new Error(
    `The data directory ${path} cannot be created or written (${code}). Set DATA_DIR to a directory that this user may write to, or set DATABASE_URL to use a PostgreSQL of your own.`,
    { cause },
  )
}

/** Returns the directory that the pointer file in `root` names. Undefined without a pointer file. */
function pointedAt(root: string): string | undefined {
  const path = join(root, POINTER)
  if (!existsSync(path)) return undefined
  const [dir = '', owner = ''] = readFileSync(path, 'utf8').split('\n')
  if (!existsSync(dir)) {
    throw new Error(
      `${path} names ${dir} as the database's directory, which does not exist. Restore that directory, or delete ${path} to begin with an empty database.`,
    )
  }
  if (
    owner !== root &&
    existsSync(join(owner, POINTER)) &&
    readFileSync(join(owner, POINTER), 'utf8').startsWith(`${dir}\n`)
  ) {
    throw new Error(
      `${root} looks like a copy of ${owner}, whose database is in ${dir} and was not copied with it. Delete ${path} to begin with an empty database, or delete ${owner} if it is no longer used.`,
    )
  }
  return dir
}

function makeElsewhere(root: string, user: ServerUser): string {
  if (!isRoot()) throw new Error(`The data directory ${root} cannot be entered. Set DATA_DIR to another one.`)
  const key = createHash('sha256').update(root).digest('hex').slice(0, 12)
  // The random part prevents a recreated data directory from finding its former database.
  const dir = join(sharedBase(user), `${key}-${randomBytes(4).toString('hex')}`)
  mkdirSync(dir)
  chmodSync(dir, 0o711)
  const draft = join(root, `${POINTER}.${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, `${dir}\n${root}\n`, { mode: 0o600 })
    linkSync(draft, join(root, POINTER))
    return dir
  } catch (error) {
    // Another process may have created it first. Its directory is used.
    rmdirSync(dir)
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(root, error)
    return pointedAt(root) ?? root
  } finally {
    rmSync(draft, { force: true })
  }
}
