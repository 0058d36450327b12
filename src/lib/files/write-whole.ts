import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

type WriteOptions = {
  /** Keeps an existing file instead of replacing it. */
  keep?: boolean
}

/**
 * Writes `text` to the file `path` (mode 0600) atomically. Root gives it to the owner of the directory. After a full
 * disk, a kill or a power failure it is complete or unchanged. The directory must exist.
 * @throws Error that names the file, with the remedy when the disk is full.
 */
export function writeWhole(path: string, text: string, { keep = false }: WriteOptions = {}): void {
  const draft = draftOf(path)
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

/**
 * Writes a stream to the file `path` as `writeWhole` does. Returns the number of bytes. Replaces regular files only.
 * `finish` calls its function, which replaces the file, or throws, and then the file is unchanged.
 * @throws the error of the stream or of `finish`, and Error that names the file
 */
export async function writeStreamWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  finish: (put: () => Promise<void>) => Promise<void> = (put) => put(),
): Promise<number> {
  assertReplaceable(path)
  const draft = draftOf(path)
  try {
    const file = await attempt(path, () => open(draft, 'wx', 0o600))
    let bytes = 0
    try {
      for await (const chunk of chunks) {
        await attempt(path, () => file.writeFile(chunk))
        bytes += chunk.length
      }
      await attempt(path, () => file.sync())
    } finally {
      await file.close()
    }
    await finish(() => attempt(path, async () => renameSync(draft, path)))
    syncDirectory(dirname(path))
    return bytes
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Checks that `path` names a file, and no directory or device, which would be replaced. */
function assertReplaceable(path: string): void {
  if (path.trim() === '') throw new Error('The name of the file is empty')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new Error(`Cannot write ${path}: it is no file. Name a file.`)
}

async function attempt<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw cannotWrite(path, error as NodeJS.ErrnoException)
  }
}

const draftOf = (path: string) => `${path}.${process.pid}-${randomBytes(4).toString('hex')}`

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    giveToOwner(file, dirname(path))
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Gives a file that root has made to the owner of its directory, who may read it without root the next time. */
function giveToOwner(file: number, directory: string): void {
  const { uid, gid } = statSync(directory)
  if (process.getuid?.() !== 0 || uid === 0) return
  try {
    fchownSync(file, uid, gid)
  } catch {
    // A root that may not do this can still write the file.
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
  return new Error(`Cannot write ${path} (${cause.code}). ${adviceFor(cause.code)}.`, { cause })
}

function adviceFor(code: string | undefined): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Make room on that disk and start again'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'Create that directory'
  return 'Let this user write to that directory'
}
