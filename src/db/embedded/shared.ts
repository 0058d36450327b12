import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { mayEnter, type ServerUser } from './user.ts'

const BASES = ['/var/lib/echolog', '/var/tmp/echolog']

/**
 * Finds or creates a persistent directory that `user` may enter and only root may write to. It contains the
 * files of root's server that its user cannot reach elsewhere. Returns its path.
 * @throws Error when there is none.
 */
export function sharedBase(user: ServerUser): string {
  const base = BASES.find((path) => isUsable(path, user))
  if (base) return base
  throw new Error(
    `The embedded PostgreSQL runs as user ${user.uid}, who may not enter this directory, and neither ${BASES.join(' nor ')} can be used instead. ` +
      `Set DATA_DIR to a directory that every user may enter (mode o+x on it and all above it), start as another user than root, or set DATABASE_URL.`,
  )
}

function isUsable(path: string, user: ServerUser): boolean {
  try {
    if (mkdirSync(path, { recursive: true })) chmodSync(path, 0o755)
    const stat = lstatSync(path)
    // In a world-writable directory, another user's directory of that name must not be trusted.
    return stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0 && mayEnter(path, user)
  } catch {
    return false
  }
}
