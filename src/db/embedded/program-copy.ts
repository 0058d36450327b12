import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Home } from './home.ts'
import { isRoot } from './user.ts'

const PREFIX = 'postgresql-'

/**
 * Copies the programs in `native` to a folder of `home` that is named after `version`, and returns its path.
 * Uses hard links on one file system. A later start adds only what is missing or incomplete. Each file is
 * replaced atomically, so a server may run from the folder.
 * @throws Error of the system when a file cannot be written, or when the file system executes no programs.
 */
export function copyPrograms(native: string, home: Home, version: string): string {
  const copy = join(home.dir, `${PREFIX}${version}`)
  copyTree(native, copy, statSync(home.dir))
  for (const name of readdirSync(join(copy, 'bin'))) accessSync(join(copy, 'bin', name), constants.X_OK)
  return copy
}

/** Removes the copies of other versions. The caller holds the start lock, and no other process uses one. */
export function removeFormerCopies(home: Home, postgres: string): void {
  const current = basename(dirname(dirname(postgres)))
  for (const name of readdirSync(home.dir)) {
    if (!name.startsWith(PREFIX) || name === current) continue
    try {
      rmSync(join(home.dir, name), { recursive: true, force: true })
    } catch {
      // The next start retries it.
    }
  }
}

type Owner = { uid: number; gid: number }

function copyTree(from: string, to: string, owner: Owner): void {
  makeDirectory(to, owner)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target, owner)
    else if (!entry.name.endsWith('.a') && sizeOf(target) !== sizeOf(source)) replace(source, target)
  }
}

/** Creates a directory that every user may enter. Its owner may remove it without being root. */
function makeDirectory(path: string, { uid, gid }: Owner): void {
  if (sizeOf(path) !== undefined) return
  mkdirSync(path)
  chmodSync(path, 0o755)
  if (isRoot()) lchownSync(path, uid, gid)
}

function replace(source: string, target: string): void {
  const draft = `${target}.${randomBytes(4).toString('hex')}`
  try {
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), draft)
    else linkOrCopy(source, draft)
    renameSync(draft, target)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Links files that every user may read, because a link has the mode of its source. Copies the others. */
function linkOrCopy(source: string, target: string): void {
  const { mode } = statSync(source)
  const programBits = mode & 0o111 ? 0o755 : 0o644
  try {
    if ((mode & programBits) === programBits) return linkSync(source, target)
  } catch {
    // Another file system, or one without links.
  }
  copyFileSync(source, target)
  chmodSync(target, programBits)
}

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size
}
