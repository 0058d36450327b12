import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DISK_IS_FULL } from '../errors/is-disk-full.ts'

/** Free space in bytes below which PostgreSQL can write neither its files nor its log. */
const LEAST_ROOM = 1024 * 1024

/** Why a server cannot be started, in a few words without paths or addresses, which may be public. */
export function reasonOf({ message }: Error, cluster: string): string {
  if (!existsSync(join(cluster, 'PG_VERSION'))) return 'the data directory of the database is missing'
  // A full disk has no space for the server's message either.
  if (/No space left|ENOSPC|Disk quota exceeded/.test(message) || !hasRoom(cluster)) return DISK_IS_FULL
  if (/^Port \d+|could not bind/.test(message)) return 'the port of the database is taken'
  return 'the database cannot be started'
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= LEAST_ROOM
  } catch {
    return true
  }
}
