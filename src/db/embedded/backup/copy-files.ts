import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'

/** Size in bytes and CRC-32 of a file. */
export type Sum = [bytes: number, crc: number]

/** Files that are copied at a time, because most are small and wait for the disk. */
const AT_A_TIME = 8
const CHUNK = 1024 * 1024
const PAUSE_MS = 5

/**
 * Copies files, named relative to both directories, and syncs them to the disk (mode 0600). Files share their blocks
 * where the file system can. Leaves out those that no longer exist. Returns the sums of the copies. Their
 * directories exist.
 */
export async function copyFiles(names: string[], from: string, to: string): Promise<Record<string, Sum>> {
  const sums: Record<string, Sum> = {}
  const waiting = names.values()
  const work = async () => {
    for (const name of waiting) {
      const sum = await copySynced(join(from, name), join(to, name))
      if (sum) sums[name] = sum
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return sums
}

/** Creates directories, named relative to `to` and parents first, that only their owner may enter. */
export async function makeDirectories(names: string[], to: string): Promise<void> {
  for (const name of names) await mkdir(join(to, name), { recursive: true, mode: 0o700 })
}

/** Syncs directories, named relative to `to`, so that their entries survive a power failure. */
export async function syncDirectories(names: string[], to: string): Promise<void> {
  // Windows cannot open directories.
  if (process.platform === 'win32') return
  for (const name of names) {
    const directory = await open(join(to, name), 'r')
    await directory.sync().finally(() => directory.close())
  }
}

/** Copies a file and returns the sum of its copy, or null if there is none. */
async function copySynced(from: string, to: string): Promise<Sum | null> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return null
    throw error
  }
  await chmod(to, 0o600)
  return sumOf(to, { sync: true })
}

/** Returns the sum of a file. With `sync`, the file is on the disk afterwards. */
export async function sumOf(path: string, { sync = false } = {}): Promise<Sum> {
  const file = await open(path, sync ? 'r+' : 'r')
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    let [bytes, crc] = [0, 0]
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, bytes)
      if (bytesRead === 0) break
      crc = crc32(buffer.subarray(0, bytesRead), crc)
      bytes += bytesRead
    }
    if (sync) await file.sync()
    return [bytes, crc]
  } finally {
    await file.close()
  }
}

/** Copies a small file that its server overwrites in one piece, as two equal reads contain it. */
export async function copySteady(from: string, to: string): Promise<Sum> {
  let content = await readFile(from)
  for (let before = Buffer.alloc(0); !content.equals(before);) {
    before = content
    await sleep(PAUSE_MS)
    content = await readFile(from)
  }
  await writeFile(to, content, { mode: 0o600 })
  return sumOf(to, { sync: true })
}
