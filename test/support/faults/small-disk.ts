import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  path: string
  /** Fills the disk to the last byte. */
  fill(): void
  /** Frees the space that `fill` took. */
  free(): void
  remove(): void
}

/** Whether this user may mount a file system. Root may on most machines, but rarely in a container. */
export const mayMount = ((): boolean => {
  try {
    makeSmallDisk('1m').remove()
    return true
  } catch {
    return false
  }
})()

/** Mounts an in-memory file system of a size such as `64m`. */
export function makeSmallDisk(size: string): SmallDisk {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'echolog-disk-')))
  const filler = join(path, 'filler')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  chmodSync(path, 0o755)
  return {
    path,
    fill() {
      const file = openSync(filler, 'a')
      for (let bytes = 1 << 20; bytes >= 1;) if (!append(file, bytes)) bytes >>= 1
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path])
      rmdirSync(path)
    },
  }
}

function append(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes
  } catch {
    return false
  }
}
