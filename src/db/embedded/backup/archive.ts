import { chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from '../home.ts'
import { archiveCommand } from './archive-commands.ts'
import { readManifest } from './manifest.ts'
import { positionOf, SEGMENT } from './segments.ts'

export type Archive = {
  /** Absolute path of the directory that receives the log of the server. */
  folder: string
  /** Longest time after which a change is in the archive, in milliseconds. */
  timeoutMs: number
}

/** A segment, and what a backup or a promotion adds to its name. */
const OF_A_SEGMENT = /^([0-9A-F]{24})(\.[0-9A-F]{8}\.backup|\.partial)?$/

/**
 * Creates the directory of an archive, which the user of the server owns, and returns the settings of the server.
 * @throws Error of the system, and on Windows
 */
export function archiveSettings({ folder, timeoutMs }: Archive, { user }: Home): Record<string, string> {
  if (process.platform === 'win32') throw new Error('ARCHIVE_DIR needs a shell, which Windows does not have')
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined && user.uid !== undefined)
    chownSync(folder, user.uid, user.gid ?? user.uid)
  return {
    archive_mode: 'on',
    archive_command: archiveCommand(folder),
    archive_timeout: `${Math.ceil(timeoutMs / 1000)}s`,
  }
}

/** Removes the segments of an archive that only backups before `backup` need. Returns their number. */
export function pruneArchive(folder: string, backup: string): { removed: number; kept: number } {
  const first = positionOf(readManifest(backup).firstSegment)
  const segments = readdirSync(folder).filter((name) => OF_A_SEGMENT.test(name))
  const removed = segments.filter((name) => positionOf(name.slice(0, 24)) < first)
  for (const name of removed) rmSync(join(folder, name))
  return { removed: removed.length, kept: segments.length - removed.length }
}

/** Returns the first segment of an archive after which one is missing, or null. */
export function findGap(folder: string): string | null {
  const segments = readdirSync(folder)
    .filter((name) => SEGMENT.test(name))
    .sort((one, other) => Number(positionOf(one) - positionOf(other)))
  const before = segments.find(
    (name, index) =>
      index + 1 < segments.length && positionOf(segments[index + 1] ?? '') > positionOf(name) + 1n,
  )
  return before ?? null
}
