import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

type WriteOptions = {
  /** Keeps an existing file instead of replacing it. */
  keep?: boolean
}

/**
 * Writes `text` to the file `path` (mode 0600) atomically. After a full disk, a kill or a power failure it is
 * complete or unchanged. The directory must exist.
 * @throws Error that names the file, with the remedy when the disk is full.
 */
export function writeWhole(path: string, text: string, { keep = false }: WriteOptions = {}): void {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    writeSynced(draft, text)
    if (keep) link(draft, path)
    else renameSync(draft, path)
    syncDirectory(dirname(path))
  } catch (error) {
    throw cannotWrite(path, error as NodeJS.ErrnoException)
  } finally {
    rmSync(draft, { force: true })
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function syncDirectory(path: string): void {
  // Windows cannot open directories.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function cannotWrite(path: string, cause: NodeJS.ErrnoException): Error {
  const full = cause.code === 'ENOSPC' || cause.code === 'EDQUOT'
  const advice = full ? 'Make room on that disk and start again' : 'Let this user write to that directory'
  return new Error(`Cannot write ${path} (${cause.code}). ${advice}.`, { cause })
}
