import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the directory `path` and those above it unless they exist. The recursive `mkdirSync` of Node never ends below
 * a directory such as /proc, in which the system reports a missing one for each attempt.
 * @throws Error of the system, with its code
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && isDirectory(path)) return
    if (code !== 'ENOENT' || dirname(path) === path || isDirectory(dirname(path))) throw error
    makeDirectory(dirname(path))
    makeDirectory(path)
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
